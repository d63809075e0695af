/** The parameters of the address as they are given. They are read by the page (search.ts), so that the first script does not. */
export type GivenSearch = { days?: unknown; from?: unknown; to?: unknown; by?: unknown }

export const given = (search: GivenSearch): GivenSearch => search
