import { floorId, pageOfFloor } from '@/features/discussion'
import { projectParams } from '@/lib/links'
import { pageParam } from '@/lib/pages'

type Placed = Parameters<typeof projectParams>[0]

/** What the address of the issues of a project names, or that of one of them. */
export function issueParams(project: Placed, number?: number) {
  return { ...projectParams(project), issue: number === undefined ? undefined : String(number) }
}

/** The address of a page of an issue. */
export function issueHref(project: Placed, number: number, page = 1): string {
  const { type, id } = projectParams(project)
  const at = pageParam(page)
  return `/${type}/${encodeURIComponent(id)}/issues/${number}${at === undefined ? '' : `?page=${at}`}`
}

/** The address of a floor of an issue. */
export const issueFloorHref = (project: Placed, number: number, floor: number): string =>
  `${issueHref(project, number, pageOfFloor(floor))}#${floorId(floor)}`

/** The number that an address names; undefined where it names an id. */
export function numberOf(part: string): number | undefined {
  return /^[1-9]\d{0,6}$/.test(part) ? Number(part) : undefined
}
