import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Checkbox, Radio } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormActions } from '@/components/ui/form-actions'
import { TypedName } from '@/components/ui/typed-name'
import { isAlive, LicenceField, type Shown } from '@/features/server/parts'
import { backupQueries } from '@/features/server-backups/parts'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { licenceText, serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { nameOf, presentName, type Plan, type Wish } from '../model/plan'
import { backupChoice, effectsOf, hardRefusal, isConfirmed } from '../model/review'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.review

type ReviewDialogProps = {
  server: Server
  shown: Shown
  wish: Wish
  /** Whether everything is removed, at first. */
  hard: boolean
  onClose: () => void
  onStart: (plan: Plan) => void
}

/** What an installation will do, before it is started. */
export function ReviewDialog({ server, shown, wish, hard: first, onClose, onStart }: ReviewDialogProps) {
  const list = useQuery(backupQueries.list(server.server_id))
  const choice = backupChoice(server, list.data)
  const noHard = hardRefusal(server)
  const [hard, setHard] = useState(first && noHard === undefined)
  const [wanted, setWanted] = useState<boolean>()
  const [licence, setLicence] = useState(false)
  const [typed, setTyped] = useState('')
  const unread = choice.offered && choice.refused === undefined && list.isError && !list.data
  const backup = choice.offered && choice.refused === undefined && !unread && (wanted ?? choice.preset)
  const counting = choice.offered && list.isPending
  const ready = isConfirmed(hard, typed, server.name) && !counting
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (ready) onStart({ wish, hard, backup, licence: licence && !server.licence })
  }
  return (
    <Dialog open onOpenChange={onClose} title={t.title(nameOf(wish))} wide>
      <form className={formCss.root} onSubmit={submit}>
        <Change server={server} wish={wish} />
        {isAlive(shown) ? <Note tone="warn">{t.running}</Note> : null}
        {wish.kind === 'loader' && wish.older && !hard ? <Note tone="warn">{t.older}</Note> : null}
        <Mode hard={hard} refused={noHard} onHard={setHard} />
        <EffectList wish={wish} hard={hard} />
        {choice.offered ? (
          <div className={css.option}>
            <Checkbox
              checked={backup}
              disabled={choice.refused !== undefined || unread}
              onChange={(event) => setWanted(event.target.checked)}
              aria-describedby="backup-first"
            >
              {t.backup}
            </Checkbox>
            <p className={ui.small} id="backup-first">
              {choice.refused ?? (unread ? t.backupListError : t.backupHint)}
            </p>
          </div>
        ) : null}
        {server.licence ? null : (
          <div className={css.option}>
            <LicenceField checked={licence} onChecked={setLicence} />
            <p className={ui.small}>{licenceText.hint}</p>
          </div>
        )}
        {hard && choice.offered && !backup && !counting ? <Note tone="bad">{t.noBackup}</Note> : null}
        {hard ? <TypedName prompt={t.prompt(server.name)} value={typed} onValue={setTyped} /> : null}
        <FormActions onCancel={onClose} danger={hard} disabled={!ready}>
          {hard ? t.actionHard : wish.kind === 'archive' ? t.actionUpload : t.action}
        </FormActions>
      </form>
    </Dialog>
  )
}

function Change({ server, wish }: { server: Server; wish: Wish }) {
  return (
    <dl className={css.change}>
      <div>
        <dt>{t.from}</dt>
        <dd>{presentName(server) ?? t.nothing}</dd>
      </div>
      <div>
        <dt>{t.to}</dt>
        <dd>{wish.kind === 'archive' ? t.archive(wish.file.name, formatBytes(wish.file.size)) : nameOf(wish)}</dd>
      </div>
    </dl>
  )
}

type ModeProps = { hard: boolean; refused: string | undefined; onHard: (hard: boolean) => void }

function Mode({ hard, refused, onHard }: ModeProps) {
  const name = useId()
  const option = (value: boolean, label: string, hint: string, why?: string): ReactNode => (
    <div className={css.option} title={why}>
      <Radio
        name={name}
        checked={hard === value}
        disabled={why !== undefined}
        onChange={() => onHard(value)}
        aria-describedby={`${name}-${value}`}
      >
        <b>{label}</b>
      </Radio>
      <p className={ui.small} id={`${name}-${value}`}>
        {why ?? hint}
      </p>
    </div>
  )
  return (
    <div className={css.modes} role="radiogroup" aria-label={t.mode}>
      {option(false, t.soft, t.softHint)}
      {option(true, t.hard, t.hardHint, refused)}
    </div>
  )
}

function EffectList({ wish, hard }: { wish: Wish; hard: boolean }) {
  const { replaced, kept, lost } = effectsOf(wish, hard)
  const group = (title: string, items: readonly string[], look?: string) =>
    items.length === 0 ? null : (
      <div className={cn(css.effect, look)}>
        <b>{title}</b>
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    )
  return (
    <div className={css.effects}>
      {group(t.lost, lost, css.lost)}
      {group(t.replaced, replaced)}
      {group(t.kept, kept, css.kept)}
    </div>
  )
}
