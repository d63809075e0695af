import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Radio, Switch } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { FormField, Input } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import type { Autobackup } from '@/lib/hosting/backups'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import { formText } from '@/lib/i18n/zh-Hans/form'
import { keepEnterForIme } from '@/lib/ime'
import { backupHours } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { backupQueries, useSetAutomatic } from '../api'
import { hoursOf } from '../model/interval'
import { OFFERED_HOURS } from '../model/limits'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

const t = serverBackupsText.auto

type AutoCardProps = { server: string; refused: string | undefined }

/** Whether backups are made by themselves, and how often. */
export function AutoCard({ server, refused }: AutoCardProps) {
  const query = useQuery(backupQueries.automatic(server))
  const { data } = query
  return (
    <Card id="backup-auto" title={t.title}>
      {data ? (
        <AutoForm key={`${data.enabled} ${data.interval}`} server={server} saved={data} refused={refused} />
      ) : query.isError ? (
        <ErrorCard className={ui.around16} error={query.error} title={t.errorTitle} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="80%" />
        </Loading>
      )}
    </Card>
  )
}

function AutoForm({ server, saved, refused }: AutoCardProps & { saved: Autobackup }) {
  const set = useSetAutomatic(server)
  const name = useId()
  const [enabled, setEnabled] = useState(saved.enabled)
  const [chosen, setChosen] = useState(saved.interval)
  const [own, setOwn] = useState(!OFFERED_HOURS.includes(saved.interval))
  const [typed, setTyped] = useState(String(saved.interval))
  const interval = own ? hoursOf(typed) : chosen
  const wrong = enabled && interval === undefined ? t.wrong : undefined
  const given: Autobackup = { enabled, interval: interval ?? saved.interval }
  const changed = given.enabled !== saved.enabled || given.interval !== saved.interval
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (changed && wrong === undefined && !set.isPending) set.mutate(given, { onSuccess: () => toast(t.done) })
  }
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form className={cn(formCss.root, css.auto)} onSubmit={submit} onKeyDown={keepEnterForIme} noValidate>
      <fieldset className={css.fields} disabled={refused !== undefined} title={refused}>
        <Switch checked={enabled} onChange={(event) => setEnabled(event.target.checked)}>
          {t.on}
        </Switch>
        <p className={ui.small}>{t.hint}</p>
        {enabled ? (
          <>
            <div className={css.hours} role="radiogroup" aria-label={t.interval}>
              {OFFERED_HOURS.map((hours) => (
                <Radio
                  key={hours}
                  name={name}
                  checked={!own && chosen === hours}
                  onChange={() => {
                    setOwn(false)
                    setChosen(hours)
                  }}
                >
                  {t.hours(hours)}
                </Radio>
              ))}
              <Radio name={name} checked={own} onChange={() => setOwn(true)}>
                {t.own}
              </Radio>
            </div>
            {own ? (
              <FormField label={t.ownLabel} hint={t.ownHint} error={wrong}>
                {(control) => (
                  <Input
                    {...control}
                    size="sm"
                    inputMode="numeric"
                    maxLength={String(backupHours).length}
                    autoComplete="off"
                    value={typed}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                )}
              </FormField>
            ) : null}
          </>
        ) : null}
      </fieldset>
      {set.isError ? <Note tone="bad">{set.error instanceof ApiError ? set.error.description : formText.unexpected}</Note> : null}
      <Button
        type="submit"
        kind={changed ? 'primary' : 'plain'}
        disabled={refused !== undefined || !changed || wrong !== undefined}
        title={refused}
        aria-description={refused}
        loading={set.isPending}
      >
        {t.save}
      </Button>
    </form>
  )
}
