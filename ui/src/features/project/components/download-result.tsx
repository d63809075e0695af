import { Check, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { cn } from '@/lib/cn'
import { formatBytes, formatRelative } from '@/lib/format'
import type { ChosenVersion } from '@/lib/api/types'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import ui from '@/components/ui/ui.module.css'
import downloadDialogCss from './download-dialog.module.css'

const ANIMATION_MS = 500

type DownloadResultProps = { version: ChosenVersion; best: boolean; onDownloaded: () => void }

/** A version on offer. A press downloads its main file, shows that it did, and then reports it. */
export function DownloadResult({ version, best, onDownloaded }: DownloadResultProps) {
  const [started, setStarted] = useState(false)
  const report = useRef(onDownloaded)
  useEffect(() => {
    report.current = onDownloaded
  }, [onDownloaded])
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => {
      setStarted(false)
      report.current()
    }, ANIMATION_MS)
    return () => clearTimeout(timer)
  }, [started])
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
            formatRelative(version.date_published),
            file ? formatBytes(file.size) : '',
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
          onClick={() => setStarted(true)}
        >
          <Icon className={ui.icon} aria-hidden />
          {t.download}
        </a>
      ) : null}
    </div>
  )
}
