/** Documents of the API by the screens' names: each is the answer of a path, or a part of one. */
import type { Answer } from './operations'

export type ProjectPage = Answer<'GET', '/_internal/project/{id}'>
export type Project = Answer<'GET', '/v2/project/{id}'>
export type GalleryItem = ProjectPage['gallery'][number]
export type ActualType = ProjectPage['project_type']
export type UrlType = ProjectPage['url_type']
export type Side = ProjectPage['client_side']
export type ProjectStatus = ProjectPage['status']
export type Member = ProjectPage['members'][number]

export type VersionPage = Answer<'GET', '/_internal/project/{id}/version/{version}'>
export type ListedVersion = Answer<'GET', '/_internal/project/{id}/versions'>['versions'][number]
/** What the versions of a project run on. */
export type Places = Answer<'GET', '/_internal/project/{id}/places'>
export type Version = Answer<'GET', '/v2/version/{id}'>
export type Channel = Version['version_type']
export type VersionFile = Version['files'][number]
export type VersionDependency = Version['dependencies'][number]
export type DependencyType = VersionDependency['dependency_type']
export type DependencyRef = Answer<'GET', '/_internal/project/{id}/dependencies'>[number]
export type VersionNeeds = Answer<'GET', '/_internal/version/{id}/needs'>
export type VersionNeed = VersionNeeds['dependencies'][number]
/** The part of a version that a row with a download shows. */
export type ChosenVersion = VersionNeeds['translations'][number]['version']

export type SearchPage = Answer<'GET', '/v2/search'>
export type SearchHit = SearchPage['hits'][number]
export type Category = Answer<'GET', '/v2/tag/category'>[number]
export type Loader = Answer<'GET', '/v2/tag/loader'>[number]
export type GameVersion = Answer<'GET', '/v2/tag/game_version'>[number]
export type Statistics = Answer<'GET', '/v2/statistics'>

export type User = Answer<'GET', '/v2/user/{id}'>
/** The signed-in person, with private fields. */
export type OwnUser = Answer<'GET', '/v2/user'>
export type Role = User['role']
export type UserPage = Answer<'GET', '/_internal/user/{id}/page'>
export type ProjectCounts = UserPage['counts']
export type Organization = Answer<'GET', '/v3/organization/{id}'>

/** Projects in the lists of their owner, including those that search does not show. */
export type OwnedPage = Answer<'GET', '/_internal/user/{id}/projects'>
export type OwnedHit = OwnedPage['hits'][number]

/** The signed-in person's follows, newest first, and collections, by name. */
export type Library = Answer<'GET', '/_internal/library'>
export type CollectionPage = Answer<'GET', '/_internal/collection/{id}'>
export type CollectionProject = CollectionPage['projects'][number]
export type CollectionStatus = CollectionPage['status']
