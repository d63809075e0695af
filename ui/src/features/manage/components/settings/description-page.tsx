import * as v from 'valibot'
import { SettingsForm } from '@/components/form/settings-form'
import { MarkdownEditor } from '@/components/markdown/markdown-editor'
import type { ProjectPage } from '@/lib/api/types'
import { settingsText as t } from '@/lib/i18n/zh-Hans/settings'
import { projectBody } from '@/lib/limits.gen'
import { EDIT_BODY } from '@/lib/permissions'
import { pictureUpload } from '@/lib/picture-upload'
import { useRights } from '../../use-rights'
import { useSettingsForm } from '../../use-settings-form'
import ui from '@/components/ui/ui.module.css'

const schema = v.object({ body: v.string() })

/** The long text of a project. */
export function DescriptionPage({ project }: { project: ProjectPage }) {
  const refused = useRights(project).missing(EDIT_BODY)
  const form = useSettingsForm(project, 'body', { schema, values: { body: project.body }, patch: (changes) => changes })
  const { value, onValue } = form.bind('body')
  return (
    <SettingsForm form={form} refused={refused}>
      <section className={ui.card} aria-labelledby="description-title">
        <h2 id="description-title" className={ui.visuallyHidden}>
          {t.description}
        </h2>
        <MarkdownEditor
          label={t.description}
          value={value}
          onValue={onValue}
          onImageUpload={pictureUpload({ context: 'project', project_id: project.id })}
          maxLength={projectBody}
          rows={22}
          splits
          disabled={refused !== undefined}
          placeholder={t.descriptionHint}
        />
      </section>
    </SettingsForm>
  )
}
