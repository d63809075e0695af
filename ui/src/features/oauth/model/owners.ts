import { ORG } from '@/lib/permissions'
import type { Application, Organization } from '../api'

/** An account has no id of an organization: the account itself. */
export const OWN = ''

/** The organizations whose applications an account may manage. */
export const managedBy = (user: string, list: readonly Organization[]): Organization[] =>
  list.filter((one) =>
    (one.members ?? []).some(
      (member) =>
        member.user.id === user && member.accepted && (member.is_owner || ((member.organization_permissions ?? 0) & ORG.editDetails) !== 0),
    ),
  )

/** Applications by their owner, the account's own first and also where it has none. */
export function byOwner(apps: readonly Application[]): { owner: string; apps: Application[] }[] {
  const groups = new Map<string, Application[]>([[OWN, []]])
  for (const app of apps) {
    const owner = app.organization_id ?? OWN
    groups.set(owner, [...(groups.get(owner) ?? []), app])
  }
  return [...groups].map(([owner, list]) => ({ owner, apps: list }))
}
