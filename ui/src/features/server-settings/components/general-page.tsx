import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { SettingsForm } from '@/components/form/settings-form'
import { useAppForm } from '@/components/form/use-app-form'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Input } from '@/components/ui/input'
import { formatBytes, formatDateTime } from '@/lib/format'
import { servers, type Server } from '@/lib/hosting/servers'
import { rights } from '@/lib/hosting/rights'
import { serverStartupText } from '@/lib/i18n/zh-Hans/server-startup'
import { toast } from '@/stores/toasts'
import { IconCard } from './icon-card'
import formCss from '@/components/ui/form.module.css'
import css from './general-page.module.css'

const t = serverStartupText.general
const MIB = 1024 ** 2
const schema = v.object({ name: textBetween(1, 48, t.nameLong) })

/** The name, and what the server is. */
export function GeneralPage({ server }: { server: Server }) {
  const rename = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: (name: string) => servers.rename(server.server_id, name),
    onError: () => undefined,
  })
  const form = useAppForm({
    schema,
    values: { name: server.name },
    send: ({ name }) => rename.mutateAsync(name),
    onDone: (_answer, given) => {
      form.reset(given)
      toast(t.saved, given.name)
    },
  })
  return (
    <>
      <SettingsForm form={form} refused={rights.setup(server) ? undefined : t.noRight}>
        <Card id="server-general" title={t.title}>
          <div className={formCss.rows}>
            <Field form={form} row name="name" label={t.name} hint={t.nameHint} required>
              {(control) => <Input {...control} autoComplete="off" spellCheck={false} />}
            </Field>
          </div>
        </Card>
      </SettingsForm>
      <IconCard server={server} />
      <Facts server={server} />
    </>
  )
}

function Facts({ server }: { server: Server }) {
  const { plan, host } = server
  const software = [server.loader, server.loader_version, server.mc_version].filter(Boolean).join(' ')
  return (
    <Card id="server-facts" title={t.facts}>
      <dl className={css.facts}>
        <Fact name={t.id}>
          <CopyButton className={css.id} text={server.server_id} label={t.copyId}>
            {server.server_id}
          </CopyButton>
        </Fact>
        <Fact name={t.owner}>{server.owner?.username ?? '—'}</Fact>
        <Fact name={t.software}>{software || '—'}</Fact>
        <Fact name={t.plan}>
          {t.planOf(
            formatBytes(plan.memory_mib * MIB),
            t.cores(String(plan.cpu_percent / 100)),
            plan.disk_mib ? formatBytes(plan.disk_mib * MIB) : t.noDisk,
          )}
        </Fact>
        <Fact name={t.node}>{host?.name ?? t.noNode}</Fact>
        <Fact name={t.created}>{formatDateTime(server.created)}</Fact>
      </dl>
      <p className={css.help}>{t.help}</p>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
