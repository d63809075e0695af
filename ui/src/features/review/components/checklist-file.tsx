import { useEffect, useId, useState, type Ref, useImperativeHandle, useRef } from 'react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { OutsideLink } from '@/components/ui/outside-link'
import { ApiError } from '@/lib/api/errors'
import { formatBytes, formatDateTime } from '@/lib/format'
import { packFileText as t } from '@/lib/i18n/zh-Hans/packfile'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { versionParams } from '@/lib/links'
import { asksApproval, asksDetails, draftOf, judgementOf, judgesFlame, statuses, type Draft } from '../model/packfiles'
import { useJudge, type PackFile } from '../packfile-api'
import ui from '@/components/ui/ui.module.css'
import css from './checklist-files.module.css'

/** What a number key does to the open file; false where it does nothing. */
export type FileKeys = { press: (index: number) => boolean }

type ChecklistFileProps = {
  ref: Ref<FileKeys>
  project: string
  file: PackFile
  number: number
  total: number
  versions: ReadonlyMap<string, string>
  approved: boolean | undefined
  onApproved: (approved: boolean) => void
  /** After the judgement is stored. */
  onNext: () => void
  onPrevious: (() => void) | undefined
}

/** One file of a modpack: where it is, what is known about it, and the judgement. */
export function ChecklistFile(props: ChecklistFileProps) {
  const { ref, project, file, number, total, approved, onApproved, onNext, onPrevious } = props
  const id = useId()
  const judge = useJudge(project)
  const [draft, setDraft] = useState<Draft>(() => draftOf(file))
  const [touched, setTouched] = useState(false)
  const present = file.judgement?.number ?? 0
  // The judgement that was shown when the own one began; undefined: the present one.
  const [seen, setSeen] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  // Keys judge the file that is open: it is in view.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // What another moderator stores meanwhile is shown until the own judgement has begun.
  const shown = touched ? draft : draftOf(file)
  const set = (more: Partial<Draft>) => {
    if (!touched) setSeen(present)
    setTouched(true)
    setDraft({ ...shown, ...more })
  }
  const asks = asksApproval(shown.status)
  const missing = shown.status === '' ? t.chooseStatus : asks && approved === undefined ? t.chooseApproved : ''
  const next = () => {
    if (missing || judge.isPending) return
    const body = judgementOf(file, shown, seen ?? present)
    if (!body) return onNext()
    judge.mutate(body, {
      onSuccess: () => {
        // The next change of the same file is one of what is stored now.
        setTouched(false)
        setSeen(undefined)
        onNext()
      },
      onError: (error) => {
        if (ApiError.is(error, 409)) setSeen(undefined) // the next attempt replaces what is shown then
      },
    })
  }
  useImperativeHandle(ref, () => ({
    press: (index) => {
      const status = statuses[index]
      if (status) set({ status })
      else if (index === 6 && asks) onApproved(true)
      else if (index === 7 && asks) onApproved(false)
      else if (index === 8) form.current?.requestSubmit()
      else return false
      return true
    },
  }))
  const error = judge.error instanceof ApiError ? judge.error : undefined
  const at = (field: string) => (error?.field?.endsWith(`.${field}`) ? error.description : undefined)
  const known = ['title', 'link', 'proof'].some((field) => at(field))
  return (
    <form
      ref={form}
      className={css.file}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <div className={css.head}>
        <h4 id={id}>
          {t.fileOf(number, total)} <span>{file.name}</span>
        </h4>
        <span className={ui.subtle}>{formatBytes(file.size)}</span>
      </div>
      <About file={file} versions={props.versions} />
      <fieldset className={css.choices}>
        <legend>{t.status}</legend>
        {statuses.map((status, index) => (
          <label key={status}>
            <input type="radio" name={`${id}-status`} checked={shown.status === status} onChange={() => set({ status })} />
            {t.statuses[status]}
            <kbd aria-hidden>{index + 1}</kbd>
          </label>
        ))}
      </fieldset>
      {judgesFlame(file) ? <p className={css.hint}>{t.wholeFlame}</p> : null}
      {asksDetails(file, shown.status) ? (
        <div className={css.details}>
          <FormField label={t.name} error={at('title')}>
            {(control) => (
              <Input {...control} size="sm" maxLength={200} value={shown.title} onChange={(e) => set({ title: e.target.value })} />
            )}
          </FormField>
          <FormField label={t.link} error={at('link')}>
            {(control) => (
              <Input
                {...control}
                size="sm"
                type="url"
                maxLength={2048}
                value={shown.link}
                onChange={(e) => set({ link: e.target.value })}
              />
            )}
          </FormField>
          <FormField label={t.proof} hint={t.proofHint} error={at('proof')} className={css.wide}>
            {(control) => (
              <Textarea {...control} rows={2} maxLength={2000} value={shown.proof} onChange={(e) => set({ proof: e.target.value })} />
            )}
          </FormField>
        </div>
      ) : null}
      {asks ? (
        <fieldset className={css.choices}>
          <legend>
            {t.approved} <small>{t.approvedHint}</small>
          </legend>
          {[true, false].map((answer) => (
            <label key={String(answer)}>
              <input type="radio" name={`${id}-approved`} checked={approved === answer} onChange={() => onApproved(answer)} />
              {answer ? t.yes : t.no}
              <kbd aria-hidden>{answer ? 7 : 8}</kbd>
            </label>
          ))}
        </fieldset>
      ) : null}
      {judge.isError && !known ? (
        <Note tone={error?.status === 409 ? 'warn' : 'bad'}>
          {error?.status === 409 ? t.conflict : (error?.description ?? siteText.errorTitle)}
        </Note>
      ) : null}
      <div className={css.walk}>
        <Button size="sm" disabled={!onPrevious} onClick={onPrevious}>
          <ArrowLeft className={ui.icon} aria-hidden />
          {t.previous}
        </Button>
        <span id={`${id}-missing`} className={ui.subtle} role="status">
          {missing}
        </span>
        <Button
          size="sm"
          kind="outline"
          type="submit"
          disabled={missing !== ''}
          loading={judge.isPending}
          aria-describedby={`${id}-missing`}
        >
          {number === total ? t.finish : t.next}
          <kbd aria-hidden>9</kbd>
          <ArrowRight className={ui.icon} aria-hidden />
        </Button>
      </div>
    </form>
  )
}

/** Where a file is and what is known about it. */
function About({ file, versions }: { file: PackFile; versions: ReadonlyMap<string, string> }) {
  const { site, flame, judgement, places } = file
  const [first, ...others] = places
  return (
    <ul className={css.about}>
      {first ? (
        <li>
          <code>{first.path}</code>
          <span>
            {t.ofVersion(versions.get(first.version) ?? first.version)} · {t.places[first.place]} ·{' '}
            {first.place === 'index' ? (
              first.url ? (
                <OutsideLink className={ui.link} href={first.url} newTab>
                  {t.from(first.host)}
                </OutsideLink>
              ) : (
                t.noSource
              )
            ) : (
              t.inside
            )}
            {others.length > 0 ? ` · ${t.morePlaces(others.length)}` : null}
          </span>
        </li>
      ) : null}
      {site ? (
        <li>
          <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(site.project, site.version)}>
            {t.onSite(site.project.title, site.number)}
          </PathLink>
        </li>
      ) : null}
      {flame ? (
        <li>
          {flame.url ? (
            <OutsideLink className={ui.link} href={flame.url} newTab>
              {t.onFlame(flame.title, flame.id)}
            </OutsideLink>
          ) : (
            t.onFlame(flame.title, flame.id)
          )}
        </li>
      ) : null}
      {judgement ? (
        <li>{t.judgedBy(judgement.by?.username ?? t.gone, formatDateTime(judgement.at), t.statuses[judgement.status])}</li>
      ) : null}
      {file.misstated ? <li className={css.bad}>{t.misstated}</li> : null}
      {file.shared ? <li>{t.shared}</li> : null}
    </ul>
  )
}
