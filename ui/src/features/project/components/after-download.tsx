import { Check, X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { IconButton } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { installText as t } from '@/lib/i18n/zh-Hans/install'
import { readLocal, writeLocal } from '@/lib/storage'
import type { Choice } from '../model/download-choice'
import { DownloadNeeds } from './download-needs'
import { InstallSteps } from './install-steps'
import ui from '@/components/ui/ui.module.css'
import css from './after-download.module.css'

const QUIET_KEY = 'modyard.after-download.quiet'

type AfterDownloadProps = { project: ProjectPage; version: ChosenVersion; place?: Choice; onClose: () => void }

/** What to do with a file that is being downloaded. It blocks nothing, so that one may go on and download another. */
export default function AfterDownload(props: AfterDownloadProps) {
  return readLocal(QUIET_KEY) === true ? null : <Panel {...props} />
}

function Panel({ project, version, place, onClose }: AfterDownloadProps) {
  const id = useId()
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      // A dialog above takes the key for itself.
      if (event.key === 'Escape' && !document.querySelector('[role="dialog"]')) onClose()
    }
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [onClose])
  return (
    <section className={css.root} aria-labelledby={id}>
      <header className={css.head}>
        <Check className={cn(ui.icon, ui.ok)} aria-hidden />
        <h2 id={id} role="status">
          {version.file ? t.started(version.file.filename) : t.opened(version.disk_urls[0]?.platform ?? '')}
        </h2>
        <IconButton kind="quiet" size="sm" label={t.close} onClick={onClose}>
          <X className={ui.icon} aria-hidden />
        </IconButton>
      </header>
      <div className={css.body}>
        <h3>{t.where}</h3>
        <InstallSteps project={project} version={version} {...(place ? { place } : {})} />
        <DownloadNeeds project={project.id} version={version} choice={place ?? { gameVersion: '', loader: '' }} optional />
      </div>
      <footer className={css.foot}>
        <Checkbox className={cn(ui.text13, ui.muted)} onChange={(event) => writeLocal(QUIET_KEY, event.target.checked)}>
          {t.quiet}
        </Checkbox>
      </footer>
    </section>
  )
}
