import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, type ClipboardEvent } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { FormField, Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { secondsOf, useWait } from '@/features/discussion'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { issueFormText as t } from '@/lib/i18n/zh-Hans/issue'
import { issueLogText } from '@/lib/i18n/zh-Hans/issue-log'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { postBody, postTitle } from '@/lib/limits.gen'
import { projectParams } from '@/lib/links'
import { loaderName } from '@/lib/loaders'
import { versionQueries } from '@/lib/version-queries'
import { setupFor, useGameSetup } from '@/stores/game-setup'
import { toast } from '@/stores/toasts'
import { useOpenIssue, type Board } from '../api'
import { issueHref, issueParams } from '../model/address'
import { composed, untouched } from '../model/compose'
import { looksLikeLog, readLog, type Log } from '../model/log'
import { LabelTag } from './issue-label'
import { LogField } from './log-field'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './composer.module.css'

const SHOWN_VERSIONS = 50

/** The template alone is no text; a log is. */
const schemaOf = (template: string) =>
  v.pipe(
    v.object({
      title: v.pipe(v.string(), v.trim(), v.nonEmpty(t.titleNeeded), v.maxLength(postTitle, t.titleLong)),
      body: v.pipe(v.string(), v.regex(/\S/, t.bodyNeeded)),
      game: v.string(),
      loader: v.string(),
      version: v.string(),
      labels: v.array(v.string()),
      log: v.nullable(v.custom<Log>((value) => typeof value === 'object' && value !== null)),
    }),
    v.forward(
      v.partialCheck([['body'], ['log']], ({ body, log }) => log !== null || !untouched(body, template), t.templateUntouched),
      ['body'],
    ),
  )

type ComposerProps = { project: ProjectPage; board: Board; onClose: () => void }

/** Opens an issue. What is written is kept until it has been sent. */
export default function Composer({ project, board, onClose }: ComposerProps) {
  const router = useRouter()
  const open = useOpenIssue(project.id)
  const [wait, setWait] = useWait()
  const playing = setupFor(useGameSetup(), project.url_type)
  const versions = useQuery(versionQueries.versions(project.id, { limit: SHOWN_VERSIONS })).data?.versions ?? []
  const { type, id } = projectParams(project)
  const base = `/${type}/${encodeURIComponent(id)}`
  const textOf = ({ body, game, loader, version, log }: v.InferOutput<ReturnType<typeof schemaOf>>) => {
    const of = versions.find((one) => one.id === version)
    return composed(body, { game, loader, version: of && { id: of.id, number: of.version_number } }, base, log ?? undefined)
  }
  const form = useAppForm({
    schema: schemaOf(board.template),
    values: {
      title: '',
      body: board.template,
      game: project.game_versions.includes(playing.gameVersion) ? playing.gameVersion : '',
      loader: project.loaders.includes(playing.loader) ? playing.loader : '',
      version: '',
      labels: [] as string[],
      log: null as Log | null,
    },
    keep: `issue.${project.id}`,
    send: (given, key) =>
      open.mutateAsync({
        body: { title: given.title, body: textOf(given), ...(given.labels.length > 0 ? { labels: given.labels } : {}) },
        key,
      }),
    onDone: ({ issue, number }) => {
      toast(t.sent)
      if (number !== null) void router.navigate({ href: issueHref(project, number) })
      else void router.navigate({ to: '/$type/$id/issues/{-$issue}', params: { ...issueParams(project), issue } })
    },
    onFailed: (error) => setWait(secondsOf(error)),
  })
  const { element } = form
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input')?.focus()
  }, [element])
  const labelsId = useId()
  const body = form.bind('body')
  const labels = form.bind('labels')
  const log = form.bind('log')
  const over = textOf(form.written as v.InferOutput<ReturnType<typeof schemaOf>>).length - postBody
  const bodyError = form.error('body') ?? (over > 0 ? t.bodyLong(formatExact(over)) : undefined)

  const take = (found: Log | null) => {
    log.onValue(found)
    // What a log says is only a proposal: what was chosen stays.
    const { game, loader } = found?.facts ?? {}
    if (game && form.written.game === '' && project.game_versions.includes(game)) form.setValue('game', game, { shouldDirty: true })
    if (loader && form.written.loader === '' && project.loaders.includes(loader)) form.setValue('loader', loader, { shouldDirty: true })
  }
  const pasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (log.value !== null || !looksLikeLog(text)) return
    event.preventDefault()
    event.stopPropagation()
    take(readLog(issueLogText.paste, text))
  }
  const option = (value: string, label = value) => ({ value, label })
  const choose = (name: 'game' | 'loader' | 'version', label: string, options: readonly { value: string; label: string }[]) =>
    options.length > 0 ? (
      <NativeSelect
        key={name}
        size="sm"
        label={label}
        prefix={label}
        value={form.written[name]}
        onValue={(value) => form.setValue(name, value, { shouldDirty: true })}
        options={[option('', t.unknown), ...options]}
      />
    ) : null
  return (
    <Form form={form} guard className={cn(ui.card, ui.cardPad, formCss.root)}>
      <h3 className={ui.heading}>{t.compose}</h3>
      <Field form={form} name="title" label={t.title} hint={t.titleHint} required>
        {(input) => <Input {...input} maxLength={postTitle} autoComplete="off" disabled={form.pending} />}
      </Field>
      <div role="group" aria-label={t.facts}>
        <div className={css.facts}>
          {choose(
            'game',
            t.game,
            [...project.game_versions].reverse().map((one) => option(one)),
          )}
          {choose(
            'loader',
            t.loader,
            project.loaders.map((one) => option(one, loaderName(one))),
          )}
          {choose(
            'version',
            t.version,
            versions.map((one) => option(one.id, one.version_number)),
          )}
        </div>
        <p className={formCss.hint}>{t.factsHint}</p>
      </div>
      <FormField label={t.body} error={bodyError} required>
        {(control) => (
          <div onPasteCapture={pasted}>
            <MarkdownEditor
              id={control.id}
              label={t.body}
              described={control['aria-describedby']}
              invalid={control['aria-invalid']}
              value={body.value}
              onValue={body.onValue}
              placeholder={t.bodyPlaceholder}
              maxLength={postBody}
              disabled={form.pending}
              rows={8}
            />
          </div>
        )}
      </FormField>
      <LogField log={log.value} onLog={take} disabled={form.pending} />
      {board.member && board.labels.length > 0 ? (
        <div role="group" aria-labelledby={labelsId}>
          <p id={labelsId} className={formCss.label}>
            {t.labels}
          </p>
          <div className={css.labels}>
            {board.labels.map((label) => (
              <Checkbox
                key={label.id}
                checked={labels.value.includes(label.id)}
                onChange={({ target }) =>
                  labels.onValue(target.checked ? [...labels.value, label.id] : labels.value.filter((one) => one !== label.id))
                }
              >
                <LabelTag label={label} />
              </Checkbox>
            ))}
          </div>
        </div>
      ) : null}
      <div className={formCss.actions}>
        {wait > 0 ? <span className={ui.small}>{t.wait(wait)}</span> : null}
        <Button onClick={onClose} disabled={form.pending}>
          {uiText.cancel}
        </Button>
        <Button type="submit" kind="primary" loading={form.pending} disabled={over > 0 || wait > 0}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}
