import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { Field } from '@/components/form/form'
import { SettingsForm } from '@/components/form/settings-form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { GroupRow } from '@/components/ui/form-row'
import { Textarea } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import type { Startup } from '@/lib/hosting/settings'
import { serverStartupText as t } from '@/lib/i18n/zh-Hans/server-startup'
import { serverInvocation } from '@/lib/limits.gen'
import { settingsQueries, useSetStartup } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './startup-page.module.css'

const versions = ['lts8', 'lts11', 'lts17', 'lts21', 'lts25']
const schema = v.object({
  invocation: v.pipe(v.string(), v.maxLength(serverInvocation, t.long)),
  jdk_version: v.string(),
  jdk_build: v.string(),
})

/** The command and the runtime of a server. */
export function StartupPage({ server }: { server: Server }) {
  const query = useQuery(settingsQueries.startup(server.server_id))
  if (query.data) return <StartupForm server={server} startup={query.data} />
  if (query.isError)
    return <ErrorCard error={query.error} title={`${t.error} · ${query.error.message}`} onRetry={() => void query.refetch()} />
  return (
    <Loading>
      <Bone h={280} />
    </Loading>
  )
}

function StartupForm({ server, startup }: { server: Server; startup: Startup }) {
  const set = useSetStartup(server.server_id)
  const form = useAppForm({
    schema,
    values: { invocation: startup.invocation ?? '', jdk_version: startup.jdk_version ?? '', jdk_build: startup.jdk_build ?? '' },
    send: (given) => set.mutateAsync(given),
    onDone: (_answer, given) => form.reset(given),
  })
  const version = form.bind('jdk_version')
  const build = form.bind('jdk_build')
  const has = (of: string, other: string) =>
    startup.available_java.length === 0 ||
    startup.available_java.some((one) => one === (other ? `${of}/${other}` : one) && one.startsWith(`${of}/`))
  const hasBuild = (of: string) => startup.available_java.length === 0 || startup.available_java.some((one) => one.endsWith(`/${of}`))
  const label = (text: string, present: boolean) => (present ? text : `${text}（${t.missing}）`)
  const available = startup.available_java.map((one) => {
    const [of = '', by = ''] = one.split('/')
    return `${t.javaOf(of.replace('lts', ''))} ${t.builds[by] ?? by}`
  })
  return (
    <SettingsForm form={form} refused={rights.advanced(server) ? undefined : t.noRight}>
      {server.software === 'stand-in' ? <Note>{t.standIn}</Note> : null}
      <Card id="server-startup" title={t.title}>
        <div className={formCss.rows}>
          <Field form={form} row name="invocation" label={t.invocation} hint={t.invocationHint}>
            {(control) => (
              <Textarea
                {...control}
                className={css.command}
                rows={3}
                spellCheck={false}
                autoCapitalize="off"
                autoComplete="off"
                placeholder={startup.original_invocation}
              />
            )}
          </Field>
          <GroupRow label={t.usual}>
            {startup.original_invocation ? (
              <code className={css.usual}>{startup.original_invocation}</code>
            ) : (
              <span className={ui.subtle}>{t.usualUnknown}</span>
            )}
            {form.written.invocation ? (
              <Button size="sm" onClick={() => form.bind('invocation').onValue('')}>
                {t.usualReset}
              </Button>
            ) : null}
          </GroupRow>
          <GroupRow
            label={t.java}
            error={form.error('jdk_version')}
            hint={available.length > 0 ? t.available(available.join('、')) : t.availableNone}
          >
            <NativeSelect
              label={t.java}
              {...version}
              options={[
                { value: '', label: t.javaUsual },
                ...versions.map((one) => ({ value: one, label: label(t.javaOf(one.replace('lts', '')), has(one, '')) })),
              ]}
            />
          </GroupRow>
          <GroupRow label={t.build} error={form.error('jdk_build')}>
            <NativeSelect
              label={t.build}
              {...build}
              options={[
                { value: '', label: t.buildUsual },
                ...Object.entries(t.builds).map(([value, name]) => ({
                  value,
                  label: label(name, version.value ? has(version.value, value) : hasBuild(value)),
                })),
              ]}
            />
          </GroupRow>
        </div>
      </Card>
    </SettingsForm>
  )
}
