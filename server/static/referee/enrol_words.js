// The eyes' names of pieces in words for people.

const BACK = " (back)";
const PIECES = { disc: "a token", square: "a pizza", rect: "a card", wedge: "a slice" };

export const isBack = (label) => label.endsWith(BACK);

const leaves = (count) => (count === "0" ? "no leaf" : count === "1" ? "1 leaf" : `${count} leaves`);

/** "chili|mozzarella3*" is "chili, mozzarella ×3 (edge)", "ham (back)" of kind disc is "a token face down". */
export function spoken(label, kind = null) {
  if (isBack(label)) return `${PIECES[kind ?? label.slice(0, -BACK.length)] ?? "piece"} face down`;
  return named(label);
}

function named(label) {
  const [kind, count] = label.split("/");
  const edge = kind.endsWith("*") ? " (edge)" : "";
  const words = kind.replace("*", "").replace(/[-|]/g, ", ").replace(/\+/g, " + ").replace(/([a-z])(\d)$/, "$1 ×$2");
  return `${words}${edge}${count && !kind.includes("+") ? `, ${leaves(count)}` : ""}`;
}

/** The same as short lines, one below the other. */
export function lines(label) {
  if (isBack(label)) return ["face", "down"];
  const [kind, count] = label.split("/");
  const words = kind.split(/[-|+]/);
  return count && words.length === 1 ? [kind, leaves(count)] : words;
}

/** What a set of pieces is called. */
export const titled = (name) => (name === "house" ? "The house set" : `“${name}”`);
