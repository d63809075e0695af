import { readyLazy } from '@/lib/ready-lazy'

// What members and staff have above, within and beside a project's page. Visitors do without its code.
export const QueuePlace = readyLazy(() => import('@/features/review/components/queue-place'))
export const PublishingChecklist = readyLazy(() => import('@/features/manage/components/publishing-checklist'))
export const GalleryManager = readyLazy(() => import('@/features/manage/components/gallery-manager'))
export const ReviewDock = readyLazy(() => import('@/features/review/components/review-dock'))
