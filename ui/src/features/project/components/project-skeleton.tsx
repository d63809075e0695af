import { Bone, HeadBones, Loading } from '@/components/ui/skeleton'
import '@/styles/project.css'

/** A project's page before its project is known. */
export function ProjectSkeleton() {
  return (
    <Loading>
      <div className="crumb">
        <Bone w={120} h={16} />
      </div>
      <HeadBones name="60%" />
      <Bone className="mb-4" h={42} />
      <div className="cols">
        <div className="card card-pad">
          <Bone className="bone-text" h={388} />
        </div>
        <div className="card card-pad">
          <Bone className="bone-text" h={488} />
        </div>
      </div>
    </Loading>
  )
}
