import { impliedLoaders } from '@/lib/loaders'
import { changed, type Environment, type ListingSearch } from './search-state'

/** One option of the sidebar. `f` and `g` are facets, the others plain values. */
export type OptionKey = { list: 'f' | 'g' | 'v' | 'e'; value: string }

/** The facet under which an option is excluded, or undefined when it cannot be. */
export function negatedFacet(option: OptionKey): string | undefined {
  if (option.list === 'e') return undefined
  return option.list === 'v' ? `versions:${option.value}` : option.value
}

export type OptionState = 'off' | 'in' | 'out'

/** Whether an option is chosen, excluded or neither. */
export function optionState(search: ListingSearch, option: OptionKey): OptionState {
  const negated = negatedFacet(option)
  if (negated && search.nf?.includes(negated)) return 'out'
  const list: readonly string[] | undefined = search[option.list]
  return list?.includes(option.value) ? 'in' : 'off'
}

function without(list: readonly string[] | undefined, values: readonly string[]): string[] {
  return (list ?? []).filter((one) => !values.includes(one))
}

function setList(search: ListingSearch, list: OptionKey['list'], values: string[], nf: string[]): ListingSearch {
  const change = list === 'e' ? { e: values as Environment[] } : { [list]: values }
  return changed(search, { ...change, nf })
}

/** Selects an option or clears it. A selected one is no longer excluded; a plugin loader also selects those that it can run. */
export function toggleIncluded(search: ListingSearch, option: OptionKey): ListingSearch {
  const negated = negatedFacet(option)
  const nf = without(search.nf, negated ? [negated] : [])
  if (optionState(search, option) === 'in') return setList(search, option.list, without(search[option.list], [option.value]), nf)
  const implied =
    option.list === 'g' ? (impliedLoaders[option.value.replace(/^categories:/, '')] ?? []).map((name) => `categories:${name}`) : []
  const added = [option.value, ...implied]
  return setList(search, option.list, [...new Set([...(search[option.list] ?? []), ...added])], without(nf, implied))
}

/** Excludes an option or clears the exclusion. An excluded one is no longer selected. */
export function toggleExcluded(search: ListingSearch, option: OptionKey): ListingSearch {
  const negated = negatedFacet(option)
  if (!negated) return search
  const out = optionState(search, option) === 'out'
  const nf = out ? without(search.nf, [negated]) : [...(search.nf ?? []), negated]
  return setList(search, option.list, without(search[option.list], [option.value]), nf)
}
