import type { Conflict, Preview, PreviewPart } from '../api'
import { inOrder, treeOf, type Placed } from './tree'

export const groupOrder = ['featured', 'bodies', 'orders', 'added', 'removed', 'renamed'] as const
export type GroupId = (typeof groupOrder)[number]

/** A part of a preview. The key is unique in it and stays the same while the part is shown. */
export type Part = PreviewPart & { group: GroupId; key: string }

export type Groups = Preview['groups']

/** The groups that have parts, in the order of the page; in each the pages stand as in the tree, where it is given. */
export function groupsOf(groups: Groups, tree: readonly Placed[] = []): { id: GroupId; parts: Part[] }[] {
  const place = new Map(inOrder(treeOf(tree)).map(({ page }, index) => [page.id, index]))
  const placeOf = (part: Part) => place.get(part.page) ?? place.size
  return groupOrder
    .map((id) => ({
      id,
      parts: groups[id]
        .map((part): Part => ({ ...part, group: id, key: `${id}:${part.page}` }))
        .sort((one, other) => placeOf(one) - placeOf(other)),
    }))
    .filter(({ parts }) => parts.length > 0)
}

export function partsOf(groups: Groups, tree: readonly Placed[] = []): Part[] {
  return groupsOf(groups, tree).flatMap(({ parts }) => parts)
}

/** Parts that were looked at, by their digests: a part that shows something else is new again. */
export type Marks = ReadonlySet<string>

/** Marks that still say something; others are of a state that is gone. */
export function keptMarks(parts: readonly Part[], marks: Marks): Marks {
  return new Set(parts.filter(({ digest }) => marks.has(digest)).map(({ digest }) => digest))
}

export function flipped(marks: Marks, digest: string): Marks {
  const next = new Set(marks)
  if (!next.delete(digest)) next.add(digest)
  return next
}

/** The part to look at after one: the next that was not looked at, from the beginning if need be, else simply the next. */
export function nextPart(parts: readonly Part[], current: string | undefined, marks: Marks): Part | undefined {
  const at = parts.findIndex(({ key }) => key === current)
  const rest = [...parts.slice(at + 1), ...parts.slice(0, Math.max(0, at))]
  return rest.find(({ digest }) => !marks.has(digest)) ?? parts[at + 1]
}

export const conflictKey = ({ page, field }: Pick<Conflict, 'page' | 'field'>) => `${page}:${field}`

/** The conflicts of one part: those of its page that the group shows. */
export function conflictsOf(part: Part, conflicts: readonly Conflict[]): Conflict[] {
  const fields: Record<GroupId, readonly Conflict['field'][]> = {
    featured: ['featured'],
    bodies: ['body'],
    orders: ['sort_order'],
    added: ['title', 'slug', 'parent', 'body'],
    removed: ['presence'],
    renamed: ['title', 'slug', 'parent'],
  }
  return conflicts.filter(({ page, field }) => page === part.page && fields[part.group].includes(field))
}

/** What a submission does not go through with, first things first; undefined where it may. */
export type Obstacle = 'conflicts' | 'own' | 'status' | 'rights' | 'problem'

/** Why a reviewer cannot accept a draft. */
export function obstacle(
  draft: { own: boolean; status: string; may_review: boolean },
  preview: Pick<Preview, 'conflicts' | 'problem'>,
): Obstacle | undefined {
  if (draft.status !== 'review') return 'status'
  if (draft.own) return 'own'
  if (!draft.may_review) return 'rights'
  if (preview.conflicts.length > 0) return 'conflicts'
  return preview.problem ? 'problem' : undefined
}
