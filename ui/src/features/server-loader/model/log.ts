const LOG = /^modrinth-installation-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3})Z\.log$/

/** The clocks of the site and of a node may differ by this. */
const CLOCKS_MS = 60_000

/** The path of the newest log of an installation among the names of a folder, unless that installation began before `since`. */
export function logOf(names: readonly string[], since?: string): string | undefined {
  // The names have the same length and begin with the year: their order is that of time.
  const name = names
    .filter((each) => LOG.test(each))
    .toSorted()
    .at(-1)
  if (name === undefined) return undefined
  const began = Date.parse(name.replace(LOG, '$1-$2-$3T$4:$5:$6Z'))
  return since !== undefined && began < Date.parse(since) - CLOCKS_MS ? undefined : `/${name}`
}
