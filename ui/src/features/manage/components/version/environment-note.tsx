import { PathLink } from '@/components/layout/path-link'
import { Note } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { projectParams } from '@/lib/links'
import { hasEnvironments } from '../../model/checklist'
import type { Detected } from '../../staged'
import ui from '@/components/ui/ui.module.css'

/** Says that a file runs elsewhere than its project does; both sides together leave it open which one is needed. */
export function EnvironmentNote({ project, detected }: { project: ProjectPage; detected: Detected | undefined }) {
  const said = detected?.environment
  if (!said || !hasEnvironments(project)) return null
  const differs = (mine: string, theirs: string) => (mine === 'unsupported') !== (theirs === 'unsupported')
  if (!differs(project.client_side, said.client_side) && !differs(project.server_side, said.server_side)) return null
  return (
    <Note
      tone="warn"
      actions={
        <PathLink className={ui.link} to="/$type/$id/settings" params={projectParams(project)}>
          {t.toSettings}
        </PathLink>
      }
    >
      {t.environmentDiffers(t.environment(t.sides[said.client_side], t.sides[said.server_side]))}
    </Note>
  )
}
