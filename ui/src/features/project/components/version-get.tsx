import { Download } from 'lucide-react'
import { buttonClass } from '@/components/ui/button'
import type { ChosenVersion, ProjectPage } from '@/lib/api/types'
import { formatBytes } from '@/lib/format'
import { versionText as t } from '@/lib/i18n/zh-Hans/versions'
import { useDownloads } from '../use-downloaded'
import { Elsewhere } from './elsewhere'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'

type VersionGetProps = {
  project: ProjectPage
  version: ChosenVersion
  size?: 'sm' | 'md' | 'lg'
  kind?: 'primary' | 'plain'
  /** The button's text; without one it is an icon. */
  text?: string
}

/** The way to a version's file: its download here, its address on another site, or the page that it was taken from. */
export function VersionGet({ project, version, size = 'sm', kind = 'plain', text }: VersionGetProps) {
  const { report } = useDownloads()
  const { file } = version
  const icon = text ? undefined : buttonCss.icon
  if (!file)
    return <Elsewhere version={version} project={project} size={size} kind={kind} wide={Boolean(text)} onOpen={() => report(version)} />
  return (
    <a
      className={buttonClass({ size, kind }, icon)}
      href={file.url}
      download={file.filename}
      aria-label={t.download(version.version_number)}
      title={`${t.download(version.version_number)}（${formatBytes(file.size)}）`}
      onClick={() => report(version)}
    >
      <Download className={ui.icon} aria-hidden />
      {text}
    </a>
  )
}
