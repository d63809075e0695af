import type { Member } from '@/lib/api/types'

/** Accepted members: the owner first, the others by role and then by name. */
export function creators(members: readonly Member[]): Member[] {
  return members
    .filter((member) => member.accepted)
    .sort(
      (a, b) =>
        Number(b.is_owner) - Number(a.is_owner) ||
        a.role.localeCompare(b.role, 'zh-Hans') ||
        a.user.username.localeCompare(b.user.username, 'zh-Hans'),
    )
}
