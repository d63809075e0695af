import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { serverMembersText as t } from '@/lib/i18n/zh-Hans/server-members'
import keyValuesCss from '@/components/ui/key-values.module.css'
import css from './server-members.module.css'

/** What each role may do, in words. */
export function RolesCard() {
  return (
    <Card id="server-roles" title={t.rolesTitle}>
      <dl className={cn(keyValuesCss.root, css.roles)}>
        {(['owner', 'editor', 'viewer'] as const).map((role) => (
          <div key={role}>
            <dt>{t.roles[role]}</dt>
            <dd>{t.rolesMeaning[role]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
