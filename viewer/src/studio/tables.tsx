// Tables: a run, or the runs of a folder, written as long tables by a command, and where its files are.
import { useEffect, useState } from "preact/hooks";
import { read, send } from "./api";
import { Copy, Trouble } from "./frame";

interface Writing {
  number: number;
  command: string;
  files: string;
}

export function WriteTables({ address, name = "" }: { address: string; name?: string }) {
  const [to, setTo] = useState("csv");
  const [writing, setWriting] = useState<Writing | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const begin = () => send<Writing>(address, { to, name }).then((found) => (setWriting(found), setError(null)), setError);
  return (
    <section class="tables" aria-label="Tables">
      <p><button class="act" onClick={begin}>Write tables</button> <label>as <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>{["csv", "jsonl", "parquet", "convokit"].map((one) => <option key={one}>{one}</option>)}</select></label></p>
      <Trouble error={error} />
      {writing && <Written key={writing.number} writing={writing} />}
    </section>
  );
}

function Written({ writing }: { writing: Writing }) {
  const [told, setTold] = useState<{ code: number | null; told: string } | null>(null);
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const found = await read<{ code: number | null; told: string }>(`/api/commands/${writing.number}`).catch(() => null);
      if (!wanted) return;
      setTold(found);
      if (!found || found.code === null) setTimeout(look, 400);
    };
    void look();
    return () => void (wanted = false);
  }, [writing.number]);
  return (
    <div role="status">
      <Copy what="command" text={writing.command} />
      {told?.code === 0 && <p>Written below <code class="mono files">{writing.files}</code></p>}
      {told?.code === null && <p class="quiet">Writing …</p>}
      {told !== null && told.code !== null && told.code !== 0 && <pre class="mono trouble">{told.told}</pre>}
    </div>
  );
}
