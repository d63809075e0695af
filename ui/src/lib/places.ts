/** Listings that are not of one type: everything, people, teams and collections. */
export type Place = 'search' | 'users' | 'organizations' | 'collections'

const places: readonly string[] = ['search', 'users', 'organizations', 'collections'] satisfies Place[]

/** Whether the path segment of a listing names one of them. */
export function isPlace(segment: string): segment is Place {
  return places.includes(segment)
}
