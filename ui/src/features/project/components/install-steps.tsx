import { CopyButton } from '@/components/ui/copy-button'
import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { installText as t } from '@/lib/i18n/zh-Hans/install'
import type { Choice } from '../model/download-choice'
import { installPlace } from '../model/install-place'
import css from './install-steps.module.css'

type InstallStepsProps = { project: ProjectPage; version: ChosenVersion; place?: Choice }

/** The folder where the file of a version goes, and what is to be done there. */
export function InstallSteps({ project, version, place }: InstallStepsProps) {
  const { folder, steps } = installPlace(project, version, place)
  return (
    <>
      {folder ? (
        <p className={css.folder}>
          <code>{folder}</code>
          <CopyButton text={folder} label={t.copyFolder} />
        </p>
      ) : null}
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  )
}
