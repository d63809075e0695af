import { isUnknownTime } from '@/lib/format'

type Dated = { date_created: string; date_modified: string; estimated: { created: boolean; updated: boolean } }

/** Whether nothing tells when a project was made or changed: then that is said once. */
export function isUndated({ date_created, date_modified, estimated }: Dated): boolean {
  return isUnknownTime(date_created, estimated.created) && isUnknownTime(date_modified, estimated.updated)
}
