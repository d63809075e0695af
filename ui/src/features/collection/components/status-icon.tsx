import { Ban, Globe, Link2, Lock, type LucideIcon } from 'lucide-react'
import type { CollectionStatus } from '@/lib/api/types'
import ui from '@/components/ui/ui.module.css'

const icons: Record<CollectionStatus, LucideIcon> = { listed: Globe, unlisted: Link2, private: Lock, rejected: Ban }

/** The icon of a collection's visibility. */
export function StatusIcon({ status }: { status: CollectionStatus }) {
  const Icon = icons[status]
  return <Icon className={ui.icon} aria-hidden />
}
