#pragma once  // nothing of it is needed; see ../README.md
