import { useQuery } from '@tanstack/react-query'
import { Search, SearchX } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { SearchInput } from '@/components/ui/input'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { SaveBar } from '@/components/ui/save-bar'
import { cn } from '@/lib/cn'
import { ApiError } from '@/lib/api/errors'
import { formatRelative } from '@/lib/format'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import type { SettingsFile } from '@/lib/hosting/settings'
import { propertyText as t } from '@/lib/i18n/zh-Hans/server-properties'
import { keepEnterForIme } from '@/lib/ime'
import { toast } from '@/stores/toasts'
import { settingsQueries, useSetProperties } from '../api'
import { realChanges, valuesOf, type DecidedSettings } from '../model/edit'
import { problemOf, settingsOf, type Group, type Known } from '../model/known'
import { MotdEditor } from './motd-editor'
import { PropertyControl } from './property-control'
import ui from '@/components/ui/ui.module.css'
import css from './properties-page.module.css'

/** The settings of the game: what stands in the file of the node, and what was decided here and is on its way. */
export function PropertiesPage({ server }: { server: Server }) {
  const reads = rights.readFiles(server)
  const file = useQuery({ ...settingsQueries.file(server.server_id), enabled: reads })
  const decided = useQuery(settingsQueries.decided(server.server_id))
  if (decided.isError && !decided.data) return <ErrorCard error={decided.error} title={t.error} onRetry={() => void decided.refetch()} />
  if (!decided.data || (reads && file.isPending)) {
    return (
      <Loading>
        <Bone h={48} />
        <Bone h={420} />
      </Loading>
    )
  }
  return (
    <Editor
      server={server}
      file={file.data}
      decided={decided.data}
      notice={!reads ? t.noFile : file.isError && !file.data ? t.away : server.power.wanted ? t.running : t.stopped}
    />
  )
}

type EditorProps = { server: Server; file: SettingsFile | undefined; decided: DecidedSettings; notice: string }

function Editor({ server, file, decided, notice }: EditorProps) {
  const [changes, setChanges] = useState<Readonly<Record<string, string>>>({})
  const [find, setFind] = useState('')
  const [refused, setRefused] = useState<Refusal>()
  const set = useSetProperties(server.server_id)
  const values = valuesOf(file, decided.decided)
  const all = settingsOf(values)
  const shown = ({ key, usual }: Known) => values[key] ?? usual
  const byKey = new Map(all.map((setting) => [setting.key, setting]))
  const given = realChanges(changes, (key) => {
    const setting = byKey.get(key)
    return setting ? shown(setting) : ''
  })
  const problems = new Map(
    Object.entries(given).flatMap(([key, value]) => {
      const setting = byKey.get(key)
      const problem = setting && problemOf(setting, value)
      return problem ? [[key, problem] as const] : []
    }),
  )
  const allowed = rights.advanced(server)
  const count = Object.keys(given).length

  const save = async (): Promise<boolean> => {
    if (count === 0) return true
    const first = [...problems.keys()][0]
    if (first) {
      document.getElementById(controlId(first))?.focus()
      return false
    }
    setRefused(undefined)
    try {
      await set.mutateAsync({ set: given, expected: decided.generation })
    } catch (error) {
      setRefused(refusalOf(error, given))
      return false
    }
    setChanges({})
    toast(t.saved, t.savedHint)
    return true
  }
  const matches = (setting: Known) => {
    const words = t.known[setting.key]
    return [setting.key, words?.name, words?.hint].some((text) => text?.toLowerCase().includes(find.trim().toLowerCase()))
  }
  const found = find.trim() ? all.filter(matches) : all
  const groups = (Object.keys(t.groups) as Group[]).map((group) => ({ group, settings: found.filter((one) => one.group === group) }))

  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- the Enter of an input method must not send
    <form
      className={ui.pile}
      noValidate
      onKeyDown={keepEnterForIme}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <LeaveGuard when={() => count > 0} onSave={save} />
      <div className={css.bar}>
        <SearchInput
          value={find}
          onValue={setFind}
          label={t.find}
          placeholder={t.findHint}
          icon={<Search className={ui.icon} aria-hidden />}
        />
        <code className={css.file}>{t.file}</code>
      </div>
      {allowed ? <Note tone={file ? undefined : 'warn'}>{notice}</Note> : <Note tone="warn">{t.noRight}</Note>}
      {refused ? <Refused refusal={refused} decided={decided} /> : null}
      {found.length === 0 ? (
        <Empty icon={SearchX} title={t.noMatch} hint={t.noMatchHint}>
          <Button onClick={() => setFind('')}>{t.clear}</Button>
        </Empty>
      ) : null}
      <fieldset className={css.fields} disabled={!allowed || set.isPending} title={allowed ? undefined : t.noRight}>
        {groups.map(({ group, settings }) =>
          settings.length === 0 ? null : (
            <section key={group} className={ui.card} aria-labelledby={`settings-${group}`}>
              <header className={ui.cardHead}>
                <h2 id={`settings-${group}`}>{t.groups[group]}</h2>
                {group === 'world' ? <small className={ui.subtle}>{t.worldHint}</small> : null}
                {group === 'other' ? <small className={ui.subtle}>{t.otherHint}</small> : null}
              </header>
              <div className={css.rows}>
                {settings.map((setting) => (
                  <Row
                    key={setting.key}
                    setting={setting}
                    value={given[setting.key] ?? changes[setting.key] ?? shown(setting)}
                    changed={setting.key in given}
                    inFile={file === undefined || setting.key in values}
                    pending={decided.decided[setting.key]}
                    problem={problems.get(setting.key)}
                    onValue={(value) => setChanges((before) => ({ ...before, [setting.key]: value }))}
                  />
                ))}
              </div>
            </section>
          ),
        )}
      </fieldset>
      <SaveBar
        count={count}
        busy={set.isPending}
        onRevert={() => {
          setChanges({})
          setRefused(undefined)
        }}
      />
    </form>
  )
}

const controlId = (key: string) => `setting-${key}`

type RowProps = {
  setting: Known
  value: string
  changed: boolean
  inFile: boolean
  pending: DecidedSettings['decided'][string] | undefined
  problem: string | undefined
  onValue: (value: string) => void
}

function Row({ setting, value, changed, inFile, pending, problem, onValue }: RowProps) {
  const { key, kind, usual } = setting
  const words = t.known[key]
  const id = controlId(key)
  const note = problem ? `${id}-problem` : undefined
  const usualWords =
    usual === '' ? t.usualEmpty : t.usual(kind === 'flag' ? (usual === 'true' ? t.on : t.off) : (t.choices[usual] ?? usual))
  return (
    <div className={css.row} data-wide={kind === 'motd' ? true : undefined}>
      <div className={css.words}>
        <label htmlFor={id}>
          {words?.name ?? key}
          {changed ? <span className={css.dot} aria-hidden /> : null}
        </label>
        {words ? <code>{key}</code> : null}
        {pending?.pending ? (
          <span title={t.pendingHint(formatRelative(pending.at))}>
            <Badge tone="info">{t.pending}</Badge>
          </span>
        ) : null}
        {words?.hint ? <small>{words.hint}</small> : null}
      </div>
      <div className={css.control}>
        {kind === 'motd' ? (
          <MotdEditor id={id} value={value} problem={note} onValue={onValue} />
        ) : (
          <PropertyControl id={id} setting={setting} value={value} problem={note} onValue={onValue} />
        )}
        {problem ? (
          <p id={note} className={cn(ui.text12, ui.bad)} role="alert">
            {problem}
          </p>
        ) : setting.group === 'other' || kind === 'motd' ? null : (
          <small className={ui.subtle}>{inFile ? usualWords : `${t.missing} · ${usualWords}`}</small>
        )}
      </div>
    </div>
  )
}

type Refusal = { conflict: true; keys: readonly string[] } | { conflict: false; text: string }

function refusalOf(error: unknown, given: Readonly<Record<string, string>>): Refusal {
  if (ApiError.is(error, 409)) return { conflict: true, keys: Object.keys(given) }
  return { conflict: false, text: error instanceof Error ? (error instanceof ApiError ? error.description : error.message) : String(error) }
}

function Refused({ refusal, decided }: { refusal: Refusal; decided: DecidedSettings }) {
  if (!refusal.conflict) return <Note tone="bad">{refusal.text}</Note>
  return (
    <Note tone="warn">
      <b>{t.conflict}</b>
      <p>{t.conflictText}</p>
      <ul className={css.conflicts}>
        {refusal.keys.map((key) => {
          const now = decided.decided[key]
          return now ? <li key={key}>{t.conflictRow(t.known[key]?.name ?? key, now.value ?? '••••••')}</li> : null
        })}
      </ul>
    </Note>
  )
}
