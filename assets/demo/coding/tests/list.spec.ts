import { matches } from "../src/list";

test("a title is found by its beginning", () => {
  expect(matches({ book: "Dune", reader: "Kim", since: "2026-07-01" }, "Du")).toBe(true);
});
