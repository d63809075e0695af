/** Documents of the API as the screens read them. Times are RFC 3339 texts in UTC. */

export type ActualType = 'mod' | 'modpack' | 'resourcepack' | 'shader' | 'software' | 'language' | 'project'
export type UrlType = 'mod' | 'plugin' | 'datapack' | 'shader' | 'resourcepack' | 'modpack' | 'software' | 'language'
export type Side = 'required' | 'optional' | 'unsupported' | 'unknown'
export type ProjectStatus =
  | 'draft'
  | 'processing'
  | 'approved'
  | 'rejected'
  | 'withheld'
  | 'archived'
  | 'unlisted'
  | 'private'
  | 'scheduled'
  | 'unknown'
export type Channel = 'release' | 'beta' | 'alpha'
export type Role = 'developer' | 'moderator' | 'admin'

export type GalleryItem = {
  url: string
  raw_url?: string
  featured: boolean
  title: string | null
  description: string | null
  created: string
  ordering: number
}

export type DonationUrl = { id: string; platform: string; url: string }
export type License = { id: string; name: string; url: string | null }

export type Project = {
  id: string
  slug: string
  project_type: ActualType
  team: string
  organization: string | null
  title: string
  description: string
  body: string
  published: string
  updated: string
  approved: string | null
  queued: string | null
  status: ProjectStatus
  requested_status: ProjectStatus | null
  moderator_message: { message: string; body: string | null } | null
  license: License
  downloads: number
  followers: number
  categories: string[]
  additional_categories: string[]
  loaders: string[]
  game_versions: string[]
  versions: string[]
  icon_url: string | null
  issues_url: string | null
  source_url: string | null
  wiki_url: string | null
  discord_url: string | null
  donation_urls: DonationUrl[]
  gallery: GalleryItem[]
  color: number | null
  thread_id: string | null
  client_side: Side
  server_side: Side
}

export type UserRef = { id: string; username: string; avatar_url: string | null }

export type Member = {
  team_id: string
  user: UserRef & { role?: Role }
  role: string
  is_owner: boolean
  accepted: boolean
  permissions: number | null
  /** Rights on the organisation itself, in the team of one. */
  organization_permissions?: number | null
  payouts_split: number | null
  ordering: number
}

export type OrganizationRef = { id: string; slug: string; name: string; icon_url: string | null; repost: boolean }

/** `/_internal/project/{id}`: the project document and what its page needs beside it. */
export type ProjectPage = Omit<Project, 'organization'> & {
  body_html: string
  title_zh: string | null
  aliases: string[]
  organization: OrganizationRef | null
  members: Member[]
  opening_downloads: { count: number; estimated: boolean } | null
  /** What the creator said it is; rules go by this, the address by the loaders. */
  chosen_type: UrlType
  url_type: UrlType
}

export type VersionFile = {
  hashes: { sha1: string; sha512: string }
  url: string
  filename: string
  primary: boolean
  size: number
  file_type: string | null
}

export type DependencyType = 'required' | 'optional' | 'incompatible' | 'embedded'

export type VersionDependency = {
  version_id: string | null
  project_id: string | null
  file_name: string | null
  dependency_type: DependencyType
}

export type Version = {
  id: string
  project_id: string
  author_id: string
  featured: boolean
  name: string
  version_number: string
  changelog: string
  date_published: string
  downloads: number
  version_type: Channel
  status: string
  files: VersionFile[]
  dependencies: VersionDependency[]
  game_versions: string[]
  loaders: string[]
}

/** One entry of `/_internal/project/{id}/versions`. */
export type VersionPage = Version & { changelog_html: string; author: UserRef | null }

/** One entry of `/_internal/project/{id}/dependencies`. */
export type DependencyRef = {
  version_id: string | null
  project: { id: string; slug: string; title: string; icon_url: string | null; url_type: UrlType } | null
  file_name: string | null
  dependency_type: DependencyType
  of_version: string
}

/** As much of a version as a row with a download shows. */
export type ChosenVersion = Pick<Version, 'id' | 'version_number' | 'version_type' | 'date_published' | 'game_versions' | 'loaders'> & {
  file: { url: string; filename: string; size: number } | null
}

/** A dependency with the version of it that fits; `required_by` names what requires it when the version itself does not. */
export type VersionNeed = {
  dependency_type: DependencyType
  project: DependencyRef['project']
  file_name: string | null
  version: ChosenVersion | null
  /** The creator named this version. */
  pinned: boolean
  fits: boolean
  required_by: string | null
}

/** `/_internal/version/{id}/needs`. */
export type VersionNeeds = {
  dependencies: VersionNeed[]
  translations: { project: NonNullable<DependencyRef['project']>; author: UserRef | null; version: ChosenVersion }[]
}

export type SearchHit = {
  project_id: string
  project_type: ActualType
  slug: string
  /** Name of the team where there is one, else of the owner. */
  author: string
  /** Slug of the team. */
  organization: string | null
  title: string
  title_zh: string | null
  url_type: UrlType
  description: string
  categories: string[]
  display_categories: string[]
  versions: string[]
  downloads: number
  follows: number
  icon_url: string | null
  date_created: string
  date_modified: string
  latest_version: string
  license: string
  client_side: Side
  server_side: Side
  gallery: string[]
  featured_gallery: string | null
  color: number | null
}

export type SearchPage = { hits: SearchHit[]; offset: number; limit: number; total_hits: number }

export type Category = { icon: string; name: string; project_type: string; header: string }
export type Loader = { icon: string; name: string; supported_project_types: string[] }
export type GameVersion = {
  version: string
  version_type: 'release' | 'snapshot' | 'beta' | 'alpha'
  date: string
  major: boolean
}
export type Statistics = { projects: number; versions: number; authors: number; files: number }

export type User = UserRef & {
  bio: string | null
  created: string
  role: Role
  badges: number
  /** What follows is there for the person alone. */
  email?: string | null
  email_verified?: boolean | null
  has_password?: boolean | null
  has_totp?: boolean | null
  subscribed?: boolean
}

/** The v3 document of a project, as lists of a team have it. */
export type ProjectV3 = Pick<
  Project,
  'id' | 'slug' | 'updated' | 'downloads' | 'followers' | 'categories' | 'loaders' | 'icon_url'
> & { project_types: string[]; name: string; summary: string }

export type Organization = {
  id: string
  slug: string
  name: string
  description: string
  icon_url: string | null
  color: number | null
  created: string
  repost: boolean
  members: Member[]
}

/** What a person's or an organisation's page says of the projects behind it. */
export type ProjectCounts = { projects: number; downloads: number; followers: number; types: Partial<Record<UrlType, number>> }

/** `/_internal/user/{id}/page` */
export type UserPage = User & { counts: ProjectCounts; organizations: Organization[] }

/** `/_internal/organization/{id}/page` */
export type OrganizationPage = Organization & { counts: ProjectCounts }

/** A project in the list of its owner, as search has it, also where search does not show it. */
export type OwnedHit = SearchHit & { status: ProjectStatus; /** Account of the owner, where no organisation owns it. */ author_id: string | null }
export type OwnedPage = Omit<SearchPage, 'hits'> & { hits: OwnedHit[] }

export type CollectionStatus = 'listed' | 'unlisted' | 'private' | 'rejected'

/** One of one's own collections, with the ids of the projects in it. */
export type SavedCollection = {
  id: string
  name: string
  description: string
  icon_url: string | null
  status: CollectionStatus
  projects: string[]
}

/** `/_internal/library`: what the signed-in person follows, the last followed first, and keeps, by name. */
export type Library = { follows: string[]; collections: SavedCollection[] }

/** A collection as `/v3/user/{id}/collections` lists it. */
export type Collection = {
  id: string
  /** Account of its owner. */
  user: string
  name: string
  description: string | null
  icon_url: string | null
  color: number | null
  status: CollectionStatus
  created: string
  updated: string
  projects: string[]
}

/** A project in a collection. */
export type CollectionProject = SearchHit & { added: string; status: ProjectStatus }

/** `/_internal/collection/{id}`; `following` is what its reader follows, without a name or dates of its own. */
export type CollectionPage = {
  id: string
  following: boolean
  user: UserRef | null
  name: string
  description: string
  icon_url: string | null
  color: number | null
  status: CollectionStatus
  created: string | null
  updated: string | null
  projects: CollectionProject[]
}
