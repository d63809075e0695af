import type { QueryClient } from '@tanstack/react-query'
import { GalleryManager, PublishingChecklist } from '@/features/manage/parts'
import { loadQueuePlace, QueuePlace, ReviewDock, Verdict } from '@/features/review/parts'
import type { ProjectPage, User } from '@/lib/api/types'
import { viewerOf } from '@/lib/viewer'

/** Loads what members and staff have above a project's page, so that it is there with the page and moves nothing. */
export async function loadInside(client: QueryClient, project: ProjectPage, user: User): Promise<void> {
  const viewer = viewerOf(project, user)
  if (!viewer.inside) return
  const refused = project.status === 'rejected' || project.status === 'withheld'
  await Promise.all([
    refused ? Verdict.preload() : QueuePlace.preload(),
    PublishingChecklist.preload(),
    viewer.staff ? ReviewDock.preload() : undefined,
    refused || project.status === 'processing' ? loadQueuePlace(client, project) : undefined,
  ])
}

/** Loads what members arrange pictures with. */
export async function loadGalleryTools(project: ProjectPage, user: User): Promise<void> {
  if (viewerOf(project, user).inside) await GalleryManager.preload()
}
