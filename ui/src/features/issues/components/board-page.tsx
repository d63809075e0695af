import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { textBetween } from '@/components/form/schemas'
import { SettingsForm } from '@/components/form/settings-form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import { Card } from '@/components/ui/card'
import { Radio } from '@/components/ui/checkbox'
import { Bone, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { FormField } from '@/components/ui/input'
import { BarList } from '@/features/bars'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { issueBoardText as t } from '@/lib/i18n/zh-Hans/issue-board'
import { issueTemplate } from '@/lib/limits.gen'
import { projectParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { issueQueries, useSaveBoard, type Board } from '../api'
import { BoardLabels } from './board-labels'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './board.module.css'

const modes = ['2', '1', '0', '3'] as const

const schema = v.object({ issues_type: v.picklist(modes), template: textBetween(0, issueTemplate, t.templateLong) })

/** How a project takes issues: where, with which template, and with which labels. */
export function BoardPage({ project }: { project: ProjectPage }) {
  const { data: board, error, refetch } = useQuery(issueQueries.board(project.id))
  if (!board)
    return error ? (
      <ErrorCard error={error} onRetry={() => void refetch()} />
    ) : (
      <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
        <Bone w="30%" h={18} />
        <Bone h={160} />
      </Loading>
    )
  return (
    <div className={ui.pile}>
      <BoardForm project={project} board={board} />
      <BoardLabels project={project} board={board} />
      <BarList place={{ kind: 'board', id: project.id }} />
    </div>
  )
}

function BoardForm({ project, board }: { project: ProjectPage; board: Board }) {
  const save = useSaveBoard(project.id)
  const form = useAppForm({
    schema,
    values: { issues_type: modes.find((mode) => mode === String(board.issues_type)) ?? '0', template: board.template },
    keep: `issues.board.${project.id}`,
    send: ({ issues_type: type, template }) =>
      save.mutateAsync({
        ...(Number(type) === board.issues_type ? {} : { issues_type: Number(type) as Board['issues_type'] }),
        ...(template === board.template ? {} : { template }),
      }),
    onDone: () => toast(t.saved),
  })
  const mode = form.bind('issues_type')
  const template = form.bind('template')
  const elsewhere = mode.value === '0' || mode.value === '1'
  return (
    <SettingsForm form={form} refused={board.settings ? undefined : t.readOnly}>
      <Card id="board-mode" title={t.mode}>
        <div className={cn(ui.cardPad, css.body)}>
          <div className={css.choices} role="radiogroup" aria-labelledby="board-mode">
            <p className={formCss.hint}>{t.modeHint}</p>
            {modes.map((one) => (
              <Radio key={one} name="issues_type" value={one} checked={one === mode.value} onChange={() => mode.onValue(one)}>
                {t.modes[one]}
                <small>{t.modeHints[one]}</small>
              </Radio>
            ))}
          </div>
          {elsewhere && !board.issues_url ? (
            <Note tone="warn">
              <p>
                {mode.value === '0' ? t.notOpen : t.noUrl}{' '}
                <PathLink className={ui.link} to="/$type/$id/settings/links" params={projectParams(project)}>
                  {t.toLinks}
                </PathLink>
              </p>
            </Note>
          ) : null}
        </div>
      </Card>
      <Card id="board-template" title={t.template}>
        <div className={ui.cardPad}>
          <FormField label={t.template} hint={t.templateHint} error={form.error('template')}>
            {(control) => (
              <MarkdownEditor
                id={control.id}
                label={t.template}
                described={control['aria-describedby']}
                invalid={control['aria-invalid']}
                value={template.value}
                onValue={template.onValue}
                maxLength={issueTemplate}
                disabled={form.pending || !board.settings}
                rows={6}
              />
            )}
          </FormField>
        </div>
      </Card>
    </SettingsForm>
  )
}
