// Formats numbers and untrusted texts. Nothing here makes HTML: every text becomes a text node.
import type { ClaimView } from "./view";

const MINUS = "\u2212";

/** Write out the invisible control characters of a text, which could reorder words; as `doxa.records.visible` does. */
export function visible(text: string): string {
  return text.replace(/(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu, (found) => {
    const code = found.codePointAt(0)!;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : code < 65536 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
}

/** Format a signed number with a fixed number of decimals; an absent number is a dash, never 0. */
export function signed(value: number | null | undefined, decimals = 3): string {
  if (value === null || value === undefined) return "–";
  const rounded = Math.abs(value).toFixed(decimals);
  if (Number(rounded) === 0) return rounded;
  return (value < 0 ? MINUS : "+") + rounded;
}

/** Format an unsigned number, such as a strength. */
export function plain(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined) return "–";
  return value.toFixed(decimals).replace("-", MINUS);
}

/** Format a number of a part: whole numbers in groups of three digits, an absent number as a dash. */
export function figure(value: number | null, decimals: number, sign = false): string {
  if (value === null) return "–";
  if (sign) return signed(value, decimals);
  return decimals === 0 ? Math.round(value).toLocaleString("en").replace("-", MINUS) : plain(value, decimals);
}

export function whole(value: number | null): string {
  return value === null ? "unknown" : value.toLocaleString("en");
}

/** Format a count with its word in singular or plural. */
export const counted = (count: number, word: string): string => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : /ch$/.test(word) ? "es" : "s"}`;

/** Format US dollars; an unknown price is `unknown`. */
export function dollars(value: number | null): string {
  if (value === null) return "unknown";
  if (value === 0) return "$0";
  return value < 0.01 ? `$${value.toFixed(5)}` : `$${value.toFixed(value < 1 ? 3 : 2)}`;
}

export function polarityWord(polarity: number): string {
  return polarity > 0 ? "for" : polarity < 0 ? "against" : "unclear";
}

/** Format a JSON value of the settings as one line of text. */
export function jsonText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

export interface Piece {
  text: string;
  claims: string[];
}

/** Return the function from the view's offsets, which count code points as Python does, to UTF-16 offsets. */
function unitOffsets(text: string): (character: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (character) => character;
  const units = [0];
  for (const character of text) units.push(units[units.length - 1]! + character.length);
  return (character) => units[Math.min(character, units.length - 1)]!;
}

/** Cut a text at the borders of its claims' snippets; claims may overlap, and a claim without a snippet is skipped. */
export function pieces(text: string, claims: readonly ClaimView[]): Piece[] {
  const units = unitOffsets(text);
  const spans = claims.flatMap(({ id, start, end }) =>
    start === null || end === null || end <= start || start < 0 ? [] : [{ id, from: units(start), to: units(end) }],
  );
  const cuts = new Set([0, text.length]);
  for (const span of spans) cuts.add(Math.min(span.from, text.length)).add(Math.min(span.to, text.length));
  const borders = [...cuts].sort((a, b) => a - b);
  return borders.slice(1).map((to, place) => {
    const from = borders[place]!;
    return { text: text.slice(from, to), claims: spans.filter((one) => one.from <= from && one.to >= to).map((one) => one.id) };
  });
}

/** Return the pieces of the first `limit` characters, without half a surrogate pair. */
export function clipped(row: Piece[], limit: number): Piece[] {
  const kept: Piece[] = [];
  let left = limit;
  for (const piece of row) {
    if (left <= 0) break;
    kept.push({ text: clip(piece.text, left), claims: piece.claims });
    left -= piece.text.length;
  }
  return kept;
}

export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
