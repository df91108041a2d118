// Owns what a figure is: something to reach, what was measured, and the tables that show where it comes from.

export interface Row {
  figure: string
  toReach: string
  measured: string
  /** Null: there is nothing to reach, it stands beside the others to compare. */
  reached: boolean | null
}

export interface Detail {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  note: string
}

export interface Findings {
  rows: readonly Row[]
  details: readonly Detail[]
}

/** Measures; throws when something did not happen that should have: a table of nothing is worth nothing. */
export type Figure = () => Promise<Findings>
