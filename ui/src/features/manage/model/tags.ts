import type { Category } from '@/lib/api/types'
import { compareCategories } from '@/lib/categories'

export const MAX_FEATURED = 3

export type TagDraft = { categories: string[]; additional_categories: string[] }
export type TagGroup = { header: string; title: string; names: string[] }

/** The tags of a type, by header, each once. */
export function tagGroups(all: readonly Category[], type: string): TagGroup[] {
  const groups: TagGroup[] = []
  for (const one of all) {
    if (one.project_type !== type) continue
    const group = groups.find((known) => known.header === one.header)
    if (!group) groups.push({ header: one.header, title: one.header_name, names: [one.name] })
    else if (!group.names.includes(one.name)) group.names.push(one.name)
  }
  for (const group of groups) group.names.sort((a, b) => compareCategories(group.header, a, b))
  return groups
}

/** Chooses a tag or drops it. The first ones chosen are shown, as long as there is room. */
export function toggleTag(draft: TagDraft, name: string): TagDraft {
  if (draft.categories.includes(name)) return { ...draft, categories: draft.categories.filter((one) => one !== name) }
  if (draft.additional_categories.includes(name))
    return { ...draft, additional_categories: draft.additional_categories.filter((one) => one !== name) }
  if (draft.categories.length < MAX_FEATURED) return { ...draft, categories: [...draft.categories, name] }
  return { ...draft, additional_categories: [...draft.additional_categories, name] }
}

/** Moves a chosen tag among the shown ones or out of them; a full row takes no more. */
export function toggleFeatured(draft: TagDraft, name: string): TagDraft {
  if (draft.categories.includes(name)) {
    return { categories: draft.categories.filter((one) => one !== name), additional_categories: [...draft.additional_categories, name] }
  }
  if (draft.categories.length >= MAX_FEATURED || !draft.additional_categories.includes(name)) return draft
  return { categories: [...draft.categories, name], additional_categories: draft.additional_categories.filter((one) => one !== name) }
}
