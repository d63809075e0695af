import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { issueBoardText as t } from '@/lib/i18n/zh-Hans/issue-board'
import { issueLabels } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { useRemoveLabel, useSaveLabel, type Board, type IssueLabel } from '../api'
import { LabelTag } from './issue-label'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './board.module.css'

const MAX_NAME = 32
const MAX_DESCRIPTION = 100
const FIRST_COLOR = '#0d6efd'

const schema = v.object({
  name: v.pipe(textBetween(0, MAX_NAME, t.nameLong), v.nonEmpty(t.nameNeeded)),
  color: v.pipe(v.string(), v.trim(), v.regex(/^#[0-9a-f]{6}$/i, t.colorWrong)),
  description: textBetween(0, MAX_DESCRIPTION, t.descriptionLong),
})

type Open = { label: IssueLabel | undefined }

/** The labels of a project's issues: those that all projects have, and its own. */
export function BoardLabels({ project, board }: { project: ProjectPage; board: Board }) {
  const [open, setOpen] = useState<Open>()
  const [removed, setRemoved] = useState<IssueLabel>()
  const remove = useRemoveLabel(project.id)
  const common = board.labels.filter((label) => label.common)
  const own = board.labels.filter((label) => !label.common)
  return (
    <section className={ui.card} aria-labelledby="board-labels">
      <div className={ui.cardHead}>
        <h2 id="board-labels">{t.labels}</h2>
        {board.settings ? (
          <span className={ui.cardEnd}>
            <Button size="sm" disabled={own.length >= issueLabels} onClick={() => setOpen({ label: undefined })}>
              <Plus className={ui.icon14} aria-hidden />
              {t.add}
            </Button>
          </span>
        ) : null}
      </div>
      <div className={cn(ui.cardPad, css.body)}>
        <p className={formCss.hint}>{t.labelsHint(issueLabels)}</p>
        <h3 className={formCss.label}>{t.own}</h3>
        {own.length > 0 ? (
          <ul className={css.own}>
            {own.map((label) => (
              <li key={label.id}>
                <LabelTag label={label} />
                <span className={cn(ui.small, ui.grow)}>{label.description}</span>
                {board.settings ? (
                  <>
                    <IconButton label={t.edit(label.name)} size="xs" kind="quiet" onClick={() => setOpen({ label })}>
                      <Pencil className={ui.icon14} aria-hidden />
                    </IconButton>
                    <IconButton label={t.remove(label.name)} size="xs" kind="quiet" onClick={() => setRemoved(label)}>
                      <Trash2 className={ui.icon14} aria-hidden />
                    </IconButton>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className={ui.muted}>{t.none}</p>
        )}
        <h3 className={formCss.label}>{t.common}</h3>
        <p className={css.common}>
          {common.map((label) => (
            <LabelTag key={label.id} label={label} />
          ))}
        </p>
      </div>
      {open ? <LabelDialog project={project} label={open.label} onClose={() => setOpen(undefined)} /> : null}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={() => setRemoved(undefined)}
        title={t.remove(removed?.name ?? '')}
        text={t.removeText}
        action={t.removeAction}
        busy={remove.isPending}
        onConfirm={() =>
          removed &&
          remove.mutate(removed.id, {
            onSuccess: () => {
              setRemoved(undefined)
              toast(t.labelRemoved)
            },
          })
        }
      />
    </section>
  )
}

type LabelDialogProps = { project: ProjectPage; label: IssueLabel | undefined; onClose: () => void }

/** A new label, or a change of one. */
function LabelDialog({ project, label, onClose }: LabelDialogProps) {
  const save = useSaveLabel(project.id)
  const form = useAppForm({
    schema,
    values: { name: label?.name ?? '', color: label?.color ?? FIRST_COLOR, description: label?.description ?? '' },
    send: (body, key) => save.mutateAsync({ label: label?.id, body, key }),
    onDone: () => {
      toast(t.labelSaved)
      onClose()
    },
  })
  const { name, color, description } = form.written
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={label ? t.edit(label.name) : t.add}>
      <Form form={form}>
        <Field form={form} name="name" label={t.name} required>
          {(control) => <Input {...control} maxLength={MAX_NAME} autoComplete="off" />}
        </Field>
        <Field form={form} name="color" label={t.color} required>
          {(control) => <Input {...control} maxLength={7} autoComplete="off" spellCheck={false} />}
        </Field>
        <Field form={form} name="description" label={t.description}>
          {(control) => <Input {...control} maxLength={MAX_DESCRIPTION} autoComplete="off" />}
        </Field>
        <p className={css.preview}>
          {t.preview} <LabelTag label={{ name: name || t.name, color, description }} />
        </p>
        <FormActions onCancel={onClose} loading={form.pending}>
          {t.save}
        </FormActions>
      </Form>
    </Dialog>
  )
}
