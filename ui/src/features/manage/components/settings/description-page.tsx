import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { pictureUpload } from '@/lib/picture-upload'
import { useKeptDraft } from '@/lib/use-kept-draft'
import { useDraft } from '@/lib/use-draft'
import { EDIT_BODY } from '@/lib/permissions'
import { useRights } from '../../use-rights'
import { SettingsForm } from './settings-form'
import ui from '@/components/ui/ui.module.css'

const MAX_BODY = 65_536

/** The long text of a project. */
export function DescriptionPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_BODY)
  const { draft, changes, count, change, revert } = useDraft({ body: project.body })
  const kept = useKeptDraft(`project.${project.id}.body`, changes.body, (body) => change({ body }), project.body)
  return (
    <SettingsForm
      id={project.id}
      count={count}
      wrong={false}
      patch={() => changes}
      onTried={() => undefined}
      onRevert={revert}
      kept={kept}
      refused={refused}
    >
      <section className={ui.card} aria-labelledby="description-title">
        <header className={ui.cardHead}>
          <h2 id="description-title">{t.description}</h2>
          <small className={cn(ui.small, ui.hideS)}>{t.descriptionHint}</small>
        </header>
        <MarkdownEditor
          label={t.description}
          value={draft.body}
          onValue={(body) => change({ body })}
          onImageUpload={pictureUpload({ context: 'project', project_id: project.id })}
          maxLength={MAX_BODY}
          rows={22}
          disabled={refused !== undefined}
        />
      </section>
    </SettingsForm>
  )
}
