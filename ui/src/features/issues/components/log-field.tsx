import { FileText, Upload, X } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import { issueLogText as t, issueMaskText as marks } from '@/lib/i18n/zh-Hans/issue-log'
import { loaderName } from '@/lib/loaders'
import { MAX_FILE, readLog, type Log } from '../model/log'
import ui from '@/components/ui/ui.module.css'
import css from './composer.module.css'

type LogFieldProps = { log: Log | null; onLog: (log: Log | null) => void; disabled: boolean }

/** Takes in a log, and shows what of it will be sent: what is personal is hidden before. */
export function LogField({ log, onLog, disabled }: LogFieldProps) {
  const [error, setError] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    setError(undefined)
    if (file.size > MAX_FILE) {
      setError(t.tooLarge(formatBytes(MAX_FILE)))
      return
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      if (bytes.subarray(0, 8_000).includes(0)) setError(t.notText)
      else onLog(readLog(file.name, decode(bytes)))
    } catch {
      setError(t.failed)
    }
  }
  return (
    <div>
      {log ? (
        <Taken log={log} onRemove={() => onLog(null)} disabled={disabled} />
      ) : (
        <FileDrop
          label={t.label}
          accept={['.log', '.txt', 'text/plain']}
          page
          paste
          disabled={disabled}
          className={(over) => cn(css.drop, over && css.over)}
          onFiles={([file]) => void take(file)}
        >
          {(_over, choose) => (
            <>
              <FileText className={cn(ui.icon, ui.muted)} aria-hidden />
              <p className={ui.grow}>
                <b>{t.label}</b>
                <br />
                <small className={ui.small}>{t.hint}</small>
              </p>
              <Button size="sm" disabled={disabled} onClick={choose}>
                <Upload className={ui.icon14} aria-hidden />
                {t.choose}
              </Button>
            </>
          )}
        </FileDrop>
      )}
      {error ? (
        <p className={cn(ui.text12, ui.bad)} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Logs of the game are in UTF-8, on older Windows in the encoding of the system. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

function Taken({ log, onRemove, disabled }: { log: Log; onRemove: () => void; disabled: boolean }) {
  const { game, loader, loaderVersion, mods } = log.facts
  const read = [game, loader ? [loaderName(loader), loaderVersion].filter(Boolean).join(' ') : '', mods ? t.mods(formatExact(mods)) : '']
  const facts = read.filter(Boolean).join(t.listed)
  const hidden = log.hidden.map(({ kind, count }) => t.kinds[kind](formatExact(count))).join(t.listed)
  return (
    <section className={css.taken} aria-label={t.label}>
      <div className={css.takenHead}>
        <FileText className={cn(ui.icon, ui.muted)} aria-hidden />
        <p className={ui.grow}>
          <b className={ui.break}>{log.name || t.paste}</b>
          {facts ? <small className={ui.small}>{t.facts(facts)}</small> : null}
        </p>
        <IconButton label={t.remove} size="sm" kind="quiet" disabled={disabled} onClick={onRemove}>
          <X className={ui.icon} aria-hidden />
        </IconButton>
      </div>
      <p role="status">{hidden ? t.hidden(hidden) : t.clean}</p>
      <p className={ui.small}>
        {log.cut > 0 ? t.cut(formatExact(log.cut)) : null} {t.check}
      </p>
      <details>
        <summary>{t.show}</summary>
        {/* It scrolls by itself: the keyboard must reach it. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
        <pre className={css.sent} tabIndex={0} aria-label={t.show}>
          <Marked text={log.text} />
        </pre>
      </details>
    </section>
  )
}

const anyMark = new RegExp(`(${Object.values(marks).join('|')})`)

/** A text in which what stands for something hidden is marked. */
function Marked({ text }: { text: string }) {
  return text.split(anyMark).map((part, at) => <Fragment key={at}>{at % 2 === 1 ? <mark>{part}</mark> : part}</Fragment>)
}
