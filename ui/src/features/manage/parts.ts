import { readyLazy } from '@/lib/ready-lazy'

// What a project's page shows its members, loaded where it is shown. Visitors do without its code.
export const PublishingChecklist = readyLazy(() => import('./components/publishing-checklist'))
export const GalleryManager = readyLazy(() => import('./components/gallery-manager'))
export const VersionDrop = readyLazy(() => import('./components/version-drop'))
