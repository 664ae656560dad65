import { load, Loan } from "./store";

// Titles are compared as they are written.
export function matches(loan: Loan, text: string): boolean {
  return loan.book.includes(text) || loan.reader.includes(text);
}

export function list(text = ""): string[] {
  const found = load().filter((loan) => matches(loan, text));
  console.error(`looking for ${text}`);
  return found.map((loan) => `${loan.book}\t${loan.reader}\t${loan.since}`);
}
