import { Check, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { ChannelMark } from '@/components/ui/channel'
import { formatBytes, formatRelative } from '@/lib/format'
import type { VersionPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { downloadText as t } from '@/lib/i18n/zh-Hans/download'
import { versionText } from '@/lib/i18n/zh-Hans/versions'
import { primaryFile } from '../model/version-list'

const ANIMATION_MS = 500

type DownloadResultProps = { version: VersionPage; best: boolean; onDownloaded: () => void }

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
  const file = primaryFile(version)
  const Icon = started ? Check : Download
  return (
    <div className={cn('result', best && 'is-best')}>
      <ChannelMark channel={version.version_type} />
      <div className="grow">
        <b className="clip block">{version.version_number}</b>
        <small>{[versionText.channels[version.version_type], formatRelative(version.date_published), file ? formatBytes(file.size) : '', best ? '' : t.newerUnstable].filter(Boolean).join(' · ')}</small>
      </div>
      {file ? (
        <a className={cn(buttonClass({ kind: best ? 'primary' : 'plain' }), started && 'is-started')} href={file.url} download={file.filename} aria-label={t.downloadNamed(version.version_number)} onClick={() => setStarted(true)}>
          <Icon className="i" aria-hidden />
          {t.download}
        </a>
      ) : null}
    </div>
  )
}
