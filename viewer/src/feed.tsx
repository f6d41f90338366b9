// A feed: where everybody stood after each round, the posts that moved most, who trusts whom, and one agent's own feed.
import { useMemo, useState } from "preact/hooks";
import { Agent, Cells, Diverging, Section, Wide, Words } from "./parts";
import { useBook, useDesk, useGo } from "./store";
import { plain, signed } from "./text";
import type { FeedView, MetView, OpinionView, PostView } from "./view";

const CELLS = 48;
const FIRST = 12;

export function Feed() {
  const { view } = useBook();
  const [agent, setAgent] = useState("");
  if (!view.feed) return null;
  const found = view.feed;
  const readers = [...new Set(found.feeds.map((one) => one.agent))];
  return (
    <>
      <Opinions found={found} />
      <Influential found={found} />
      {readers.length > 0 && <Own found={found} readers={readers} agent={agent || readers[0]!} pick={setAgent} />}
      {found.trust.length > 0 && <Trust found={found} pick={(one) => (setAgent(one), document.querySelector<HTMLElement>("#own-feed select")?.focus())} />}
    </>
  );
}

/** One ridge a round: how many stand where, all to one scale. */
function Opinions({ found }: { found: FeedView }) {
  const { batch } = useDesk();
  const { select } = useGo();
  const rows = useMemo(() => found.opinions.map(binned), [found]);
  const most = Math.max(1, ...rows.flat());
  const news = (round: number) => found.posts.filter((post) => post.by === "event" && post.round === round && round > 0);
  const reported = found.opinions.some((one) => news(one.round).length);
  const lead = "How many agents stand where after each round, from against (left) to for. Bimodality above 0.56 and a high Esteban–Ray speak of two camps. A row chooses the round below.";
  return (
    <Section id="opinions" title="Opinions" lead={lead}>
      <Wide label="Opinions">
        <table class="grid ridges">
          <thead><tr><th class="text">round</th><th><span class="scale"><i>−1</i><i>0</i><i>+1</i></span></th><th>mean</th><th>spread</th><th>bimodality</th><th>Esteban–Ray</th>{reported && <th class="text">news</th>}</tr></thead>
          <tbody>
            {found.opinions.map((one, place) => (
              <tr key={one.round} class={one.round === batch ? "chosen" : ""} data-round={one.round} onClick={() => select(one.round)}>
                <td class="text short"><button class="link" aria-pressed={one.round === batch}>{one.round || "start"}</button></td>
                <td><Ridge counts={rows[place]!} most={most} label={told(one)} /></td>
                <td>{signed(one.mean, 2)}</td><td>{plain(one.spread)}</td><td>{plain(one.bimodality)}</td><td>{plain(one.esteban_ray)}</td>
                {reported && <td class="text news">{news(one.round).map((post) => <span key={post.id}><b>{post.author}</b> {post.text}</span>)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}

export function Ridge({ counts, most, label }: { counts: number[]; most: number; label: string }) {
  const height = 30;
  const cells = counts.length;
  const points = counts.map((count, cell) => `${cell},${height - (count / most) * height} ${cell + 1},${height - (count / most) * height}`);
  return (
    <svg class="ridge" viewBox={`0 0 ${cells} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <line x1={cells / 2} x2={cells / 2} y1="0" y2={height} />
      <polygon points={`0,${height} ${points.join(" ")} ${cells},${height}`} />
    </svg>
  );
}

function binned(one: OpinionView): number[] {
  const counts = new Array<number>(CELLS).fill(0);
  for (const stance of Object.values(one.stances)) counts[Math.min(CELLS - 1, Math.floor(((stance + 1) / 2) * CELLS))]! += 1;
  return counts;
}

const told = (one: OpinionView) => `${Object.keys(one.stances).length} agents, mean ${signed(one.mean, 2)}, spread ${plain(one.spread)}`;

function Influential({ found }: { found: FeedView }) {
  const [all, setAll] = useState(false);
  const posts = found.posts.filter((post) => post.listeners > 0);
  const most = Math.max(...posts.map((post) => post.moved), 0);
  return (
    <Section id="influential" title="Posts that moved most" lead="What a post added to the stance of all who met it, over all rounds: exact, as the rule adds contributions up.">
      <div class="wide posts">
        {(all ? posts : posts.slice(0, FIRST)).map((post) => (
          <div class="post" key={post.id} data-post={post.id}>
            <div><Post post={post} /></div>
            <div>
              <Diverging before={0} after={post.net} scale={most} />
              <p class="item-nums"><b>{signed(post.net, 2)}</b> net · {plain(post.moved)} moved · met by {post.listeners}</p>
            </div>
          </div>
        ))}
        {posts.length > FIRST && <button class="more" aria-expanded={all} onClick={() => setAll(!all)}>{all ? `The first ${FIRST}` : `All ${posts.length}`}</button>}
      </div>
    </Section>
  );
}

/** A post as anybody sees it; with `met`, as it stood when somebody met it. */
function Post({ post, met }: { post: PostView; met?: MetView }) {
  const counts: [number, string][] = [[met?.likes ?? post.likes, "like"], [met?.dislikes ?? post.dislikes, "dislike"], ...(met ? [] : [[post.reposts, "repost"] as [number, string]])];
  return (
    <>
      <p class="item-facts">
        <Agent id={post.author} />
        {post.by !== "agent" && <span class="tag">{post.by}</span>}
        {post.topic && <span class="tag">{post.topic}</span>}
        {post.viral && !met && <span class="tag">viral</span>}
        <span>{post.parent ? "reply in" : ""} round {post.round}</span>
        <span>stance {signed(post.stance, 2)}</span>
        {counts.filter(([count]) => count).map(([count, what]) => <span key={what}>{count} {what}{count === 1 ? "" : "s"}</span>)}
      </p>
      <p class="item-text"><Words text={post.text} limit={400} /></p>
    </>
  );
}

function Own({ found, readers, agent, pick }: { found: FeedView; readers: string[]; agent: string; pick: (agent: string) => void }) {
  const { batch } = useDesk();
  const { select } = useGo();
  const book = useBook();
  const posts = useMemo(() => new Map(found.posts.map((post) => [post.id, post])), [found]);
  const mine = found.feeds.filter((one) => one.agent === agent);
  const shown = mine.find((one) => one.round === batch);
  const most = Math.max(...mine.flatMap((one) => one.met.map((met) => Math.abs(met.contribution))), 0);
  const lead = `What one agent was shown in a round, top to bottom, as it stood then, and what each post added to its stance.${found.left_out ? ` The ${readers.length} agents that moved most are here; ${found.left_out.toLocaleString("en")} others are in the log (doxa explain).` : ""}`;
  return (
    <Section id="own-feed" title="An agent’s own feed" lead={lead}>
      <div class="controls">
        <select aria-label="agent" value={agent} onChange={(event) => pick(event.currentTarget.value)}>
          {readers.map((one) => <option key={one} value={one}>{book.agents.get(one)?.name ?? one}</option>)}
        </select>
        {mine.map((one) => <button class="chip" key={one.round} aria-pressed={one.round === batch} onClick={() => select(one.round)}>round {one.round}</button>)}
      </div>
      <div class="wide posts" data-feed={agent}>
        {!shown && <p class="quiet">It met nothing in round {batch}. Choose another round.</p>}
        {shown && <p class="sum"><span><Agent id={agent} /> {signed(shown.before)} → <b>{signed(shown.after)}</b></span><span>confidence {plain(shown.confidence, 3)}</span></p>}
        {shown?.met.map((met) => {
          const post = posts.get(met.post);
          return post && (
            <div class="post" key={met.post}>
              <div><Post post={post} met={met} /></div>
              <div>
                <Diverging before={0} after={met.contribution} scale={most} />
                <p class="item-nums"><b>{signed(met.contribution)}</b> {met.why}</p>
                <p class="item-facts">{Object.entries(met.factors).filter(([name]) => name !== "contribution").map(([name, value]) => <span key={name}>{name.replaceAll("_", " ")} {name === "gap" ? signed(value, 2) : plain(value)}</span>)}</p>
              </div>
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** Trust as shaded cells: agents down, authors across, both from against to for as they began. */
function Trust({ found, pick }: { found: FeedView; pick: (agent: string) => void }) {
  const book = useBook();
  const start = found.opinions[0]?.stances ?? {};
  const order = (one: string, other: string) => (start[one] ?? 2) - (start[other] ?? 2) || (one < other ? -1 : 1);
  const held = new Map(found.trust.map(([agent, author, trust]) => [`${agent} ${author}`, trust]));
  const agents = [...new Set(found.trust.map((one) => one[0]))].sort(order);
  const authors = [...new Set(found.trust.map((one) => one[1]))].sort(order);
  const name = (id: string) => book.agents.get(id)?.name ?? id;
  return (
    <Section id="trust" title="Trust" lead="How far each agent (rows) trusts each author that it met in the end: red less, green more than a stranger. Ordered from against to for, as they began; bots and news last.">
      <Wide label="Trust" more="trust">
        <Cells>
          <thead><tr><td />{authors.map((author) => <th key={author}><span>{name(author)}</span></th>)}</tr></thead>
          <tbody>
            {agents.map((agent) => (
              <tr key={agent}>
                <th><button title="its own feed" onClick={() => pick(agent)}>{name(agent)}</button></th>
                {authors.map((author) => <TrustCell key={author} title={`${name(agent)} trusts ${name(author)}`} value={held.get(`${agent} ${author}`)} />)}
              </tr>
            ))}
          </tbody>
        </Cells>
      </Wide>
    </Section>
  );
}

function TrustCell({ title, value }: { title: string; value: number | undefined }) {
  if (value === undefined) return <td />;
  const away = Math.min(1, Math.abs(value - 0.5) * 4);
  const told = `${title}: ${plain(value, 3)}`;
  return <td><button class={`trusted ${value < 0.5 ? "against" : "for"}`} style={{ "--v": away }} title={told} aria-label={told} /></td>;
}
