import { Download, Heart, Package } from 'lucide-react'
import type { ProjectCounts } from '@/lib/api/types'
import { formatCount, formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import ui from '@/components/ui/ui.module.css'

/** The totals of an owner's projects. */
export function ProfileFacts({ counts }: { counts: ProjectCounts }) {
  return (
    <>
      <span>
        <Package className={ui.icon} aria-hidden />
        {t.projectCount(formatExact(counts.projects))}
      </span>
      <span title={formatExact(counts.downloads)}>
        <Download className={ui.icon} aria-hidden />
        {t.totalDownloads(formatCount(counts.downloads))}
      </span>
      <span title={formatExact(counts.followers)}>
        <Heart className={ui.icon} aria-hidden />
        {t.totalFollowers(formatCount(counts.followers))}
      </span>
    </>
  )
}
