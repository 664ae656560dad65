import { readFileSync, writeFileSync } from "node:fs";

export interface Loan {
  book: string;
  reader: string;
  since: string;
}

const FILE = process.env.SHELF_FILE ?? "shelf.json";

export function load(): Loan[] {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

export function save(loans: Loan[]): void {
  writeFileSync(FILE, JSON.stringify(loans, null, 2));
}
