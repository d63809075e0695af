import type { QueryClient } from '@tanstack/react-query'
import { GalleryManager, PublishingChecklist } from '@/features/manage/parts'
import { loadQueuePlace, QueuePlace, ReviewDock } from '@/features/review/parts'
import type { ProjectPage, User } from '@/lib/api/types'
import { viewerOf } from '@/lib/viewer'

/** Loads what members and staff have above a project's page, so that it is there with the page and moves nothing. */
export async function loadInside(client: QueryClient, project: ProjectPage, user: User): Promise<void> {
  const viewer = viewerOf(project, user)
  if (!viewer.inside) return
  await Promise.all([
    QueuePlace.preload(),
    PublishingChecklist.preload(),
    viewer.staff ? ReviewDock.preload() : undefined,
    project.status === 'processing' ? loadQueuePlace(client, project) : undefined,
  ])
}

/** Loads what members arrange pictures with. */
export async function loadGalleryTools(project: ProjectPage, user: User): Promise<void> {
  if (viewerOf(project, user).inside) await GalleryManager.preload()
}
