import { Check, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { cn } from '@/lib/cn'
import { relativeOf } from '@/lib/estimated'
import { formatBytes } from '@/lib/format'
import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import type { Choice } from '../model/download-choice'
import { useDownloads } from '../use-downloaded'
import { Elsewhere } from './elsewhere'
import ui from '@/components/ui/ui.module.css'
import downloadDialogCss from './download-dialog.module.css'

const ANIMATION_MS = 500

type DownloadResultProps = {
  project: ProjectPage
  version: ChosenVersion
  choice: Choice
  best: boolean
  onDownloaded: (version: ChosenVersion) => void
}

/** A version on offer. A press downloads its main file, shows that it did, and reports it. */
export function DownloadResult({ project, version, choice, best, onDownloaded }: DownloadResultProps) {
  const { report } = useDownloads()
  const [started, setStarted] = useState(false)
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setStarted(false), ANIMATION_MS)
    return () => clearTimeout(timer)
  }, [started])
  const fetched = () => {
    report(version, choice)
    onDownloaded(version)
  }
  const { file } = version
  const Icon = started ? Check : Download
  return (
    <div className={cn(downloadDialogCss.result, best && downloadDialogCss.best)}>
      <ChannelMark channel={version.version_type} />
      <div className={ui.grow}>
        <b className={cn(ui.clip, ui.block)}>{version.version_number}</b>
        <small>
          {[
            versionText.channels[version.version_type],
            relativeOf(version.date_published, version.date_estimated),
            file ? formatBytes(file.size) : version.disk_urls.length > 0 ? t.sizeUnknown : '',
            best ? '' : t.newerUnstable,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {file ? (
        <a
          className={cn(buttonClass({ kind: best ? 'primary' : 'plain' }), started && downloadDialogCss.started)}
          href={file.url}
          download={file.filename}
          aria-label={t.downloadNamed(version.version_number)}
          onClick={() => {
            setStarted(true)
            fetched()
          }}
        >
          <Icon className={ui.icon} aria-hidden />
          {t.download}
        </a>
      ) : (
        <Elsewhere version={version} project={project} size="md" kind={best ? 'primary' : 'plain'} wide onOpen={fetched} />
      )}
    </div>
  )
}
