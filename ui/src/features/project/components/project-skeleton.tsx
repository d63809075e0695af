import { Bone, Loading } from '@/components/ui/skeleton'
import '@/styles/project.css'

/** A project's page before its project is known. */
export function ProjectSkeleton() {
  return (
    <Loading>
      <div className="crumb">
        <Bone w={120} h={16} />
      </div>
      <div className="proj">
        <Bone className="pic pic-96" w={96} h={96} />
        <div className="proj-body">
          <Bone w="40%" h={30} />
          <Bone className="mt-2" w="70%" h={18} />
          <Bone className="mt-3" w="50%" h={18} />
        </div>
      </div>
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
