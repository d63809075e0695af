const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The values that differ from the saved ones. */
export function changesOf<T extends object>(written: T, saved: T): Partial<T> {
  const changes: Partial<T> = {}
  for (const key of Object.keys(written) as (keyof T)[]) if (!same(written[key], saved[key])) changes[key] = written[key]
  return changes
}
